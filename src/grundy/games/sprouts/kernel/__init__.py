"""The options of a land: `compiled` for the proof search, `plain` for the rules, from the same functions."""
