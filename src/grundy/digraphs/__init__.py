"""The theory of games as finite acyclic digraphs (Cairns and Ho, talks of 2009; `docs/theory/digraphs.md`)."""

from grundy.digraphs import digraph, game_properties, homomorphisms, simple, subtraction, ultimately_bipartite
from grundy.digraphs.digraph import *  # noqa: F403
from grundy.digraphs.game_properties import *  # noqa: F403
from grundy.digraphs.homomorphisms import *  # noqa: F403
from grundy.digraphs.simple import *  # noqa: F403
from grundy.digraphs.subtraction import *  # noqa: F403
from grundy.digraphs.ultimately_bipartite import *  # noqa: F403

__all__: list[str] = []
__all__ += digraph.__all__
__all__ += homomorphisms.__all__
__all__ += game_properties.__all__
__all__ += simple.__all__
__all__ += subtraction.__all__
__all__ += ultimately_bipartite.__all__
