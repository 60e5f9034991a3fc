"""Misère play: canonical forms, genus, quotients, and outcomes by whichever of them is enough."""
