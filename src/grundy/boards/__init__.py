"""WHERE: kinds of board. Each reads, prints, compares and lists its positions, and knows no rules."""
