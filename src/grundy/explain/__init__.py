"""WHY: answers in words."""
