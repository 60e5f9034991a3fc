"""LEARN: puzzles from a seed, how hard they are, and answers judged by the solver; sheets of them for a class."""
