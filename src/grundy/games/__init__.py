"""RULES: a file for each game, or a folder for one with a kernel, a search or a board of its own.

The catalogue finds every ruleset and every ruleset class in these files.
"""
