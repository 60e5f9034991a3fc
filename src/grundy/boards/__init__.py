"""WHERE: kinds of board. Each reads, prints, compares and lists its positions; rules are in `games`."""
