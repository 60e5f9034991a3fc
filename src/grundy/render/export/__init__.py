"""What leaves the house: values, tables, graphs and pictures in the formats of other programs."""
