"""PLAY: a match as a plain value, and players as functions."""
