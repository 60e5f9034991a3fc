"""Accounts of theorems, one file for each family of rulesets."""
