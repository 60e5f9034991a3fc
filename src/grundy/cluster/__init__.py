"""Sweeps over families of rulesets on many processors, and the atlas of what they found."""
