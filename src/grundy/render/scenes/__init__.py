"""Positions as scenes: one drawer for each kind of board, for the web page, the notebook and the documents."""
