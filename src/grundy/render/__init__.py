"""LOOK: text and pictures, one drawer per kind of board."""
