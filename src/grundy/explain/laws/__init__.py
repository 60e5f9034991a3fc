"""LAWS: formulas that a sequence or table of nimbers may follow, one file for each kind."""
