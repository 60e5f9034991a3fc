"""ANSWERS: the definition (`search`), fast tables of heap values, and the solver that picks among them."""
