"""Games for other packages: `graphs` for networkx, `open_spiel` for people who train agents. Each is an extra."""
