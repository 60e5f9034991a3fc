"""Links to games lead to the site beside the book, and the directive `board` shows a board that becomes live."""

from addresses import PLAY, board_html, play_address
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

__all__ = ["setup"]


class Board(SphinxDirective):
    """A board to play on, given by its expression."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Its picture and its link."""
        return [nodes.raw("", board_html(self.arguments[0], self.config.grundy_base, self.env.docname), format="html")]


def lead_to_site(app: Sphinx, tree: nodes.document, page: str) -> None:
    """Let the links to games lead to the site; addresses that a page shows as such stay as they are."""
    base = app.config.grundy_base
    for node in tree.findall(nodes.reference):
        if base and node.get("refuri", "").startswith(PLAY) and node.astext() != node["refuri"]:
            node["refuri"] = play_address(node["refuri"], base, page)
            node["classes"].append("live")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive and the links."""
    app.add_config_value("grundy_base", "", "env")
    app.add_directive("board", Board)
    app.connect("doctree-resolved", lead_to_site)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
