"""RULES: one file per family. Every ruleset and every ruleset class in these files is found by the catalogue."""
