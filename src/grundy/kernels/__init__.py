"""SPEED: arrays in, arrays out. A kernel imports nothing of ours and also runs uncompiled."""
