"""Proof search: who wins where the definition would visit too many positions."""
