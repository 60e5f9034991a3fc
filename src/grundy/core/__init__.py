"""THEORY: nimbers, rulesets, games and their sums, outcomes, periods."""
