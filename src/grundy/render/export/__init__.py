"""Values, tables, graphs and pictures in the formats of other programs."""
