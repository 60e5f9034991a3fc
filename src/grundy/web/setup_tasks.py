"""What the workers do for the page on which a game is set up: plain data in, plain data out."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from grundy.boards.digraph import Vertices
from grundy.boards.graph import Graph
from grundy.core.game import Game, Summand
from grundy.core.ruleset import Outcome, Ruleset
from grundy.play.random_positions import LEVELS, SIZES, WANTED, RandomPosition, random_position
from grundy.render.scenes.editing import editing_board, list_edits
from grundy.render.scenes.scene import scene
from grundy.web.gallery import find_ruleset, rulesets
from grundy.web.html import render
from grundy.web.limits import PAGE_MOVES, BadRequestError
from grundy.web.match_state import BEGINNERS, OPPONENTS, UNQUOTED, WITHOUT_REPLY, MatchState, settings_of
from grundy.web.page_tasks import describe_rules
from grundy.web.parsing import read_game, read_shown_game
from grundy.web.workers.tasks import TextAnswer

RANDOM_SECONDS = 3.0
PAGE_EDITS = 2 * PAGE_MOVES  # that a page draws and lists
OPPOSITE: dict[str, Outcome] = {"N": "P", "P": "N"}
FOUND_WORDS: dict[Outcome | None, str] = {
    "N": "won for the player who begins",
    "P": "lost for the player who begins",
    "D": "a draw",
    None: "not decided within the time that a page has",
}
Json = dict[str, Any]


@dataclass(frozen=True)
class Wish:
    """What a random position should be like."""

    size: str = "medium"
    level: str = "medium"
    want: str = "either"

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Wish":
        wish = cls(query.get("size", "medium"), query.get("level", "medium"), query.get("want", "either"))
        if wish.size not in SIZES or wish.level not in LEVELS or wish.want not in WANTED:
            raise BadRequestError(
                f"a random position has a size ({', '.join(SIZES)}), a level ({', '.join(LEVELS)}) "
                f"and is {', '.join(WANTED)}"
            )
        return wish

    @property
    def query(self) -> dict[str, str]:
        return {key: value for key, value in vars(self).items() if value != getattr(Wish, key)}


class Change(NamedTuple):
    """What was typed to change a game: a summand with its parameters or its position, or one that comes or goes."""

    summand: str
    parameters: str
    position: str
    remove: str
    add: str


def setup_page(state: MatchState, wish: Wish, wrong: str, seconds: float) -> TextAnswer:
    return page(state, wish, read_shown_game(state.game), wrong=wrong)


def random_page(state: MatchState, wish: Wish, seed: int) -> TextAnswer:
    game = read_shown_game(state.game)
    found = random_position(
        game, wish.size, wish.level, wanted_outcome(state, wish), state.misere, seed, RANDOM_SECONDS
    )
    read_shown_game(str(found.game))
    return page(state, wish, found.game, found=random_words(found, state, wish), seed=seed)


def wanted_outcome(state: MatchState, wish: Wish) -> Outcome | None:
    """The outcome for the player who begins; what is won for a person is lost for the computer that begins."""
    outcome = WANTED[wish.want]
    begins = settings_of(state).turn
    return OPPOSITE[outcome] if outcome and begins == "computer" else outcome


def random_words(found: RandomPosition, state: MatchState, wish: Wish) -> str:
    """What is known of a random position; nothing of it where nobody asked, so that the win is still to be found."""
    if wish.want == "either":
        return f"A random position: {found.size}."
    wanted = wanted_outcome(state, wish)
    whom = "you" if state.is_against_computer else "the player who begins"
    if found.outcome != wanted:
        return f"None that is {wish.want} for {whom} was found in time. This one is {FOUND_WORDS[found.outcome]}."
    share = f": {found.winning} of {found.moves} moves win" if found.outcome == "N" and found.winning else ""
    return f"A random position, {found.size}, {wish.want} for {whom}{share}."


def page(
    state: MatchState, wish: Wish, game: Game, wrong: str = "", found: str = "", seed: int | None = None
) -> TextAnswer:
    settings = settings_of(state, str(game))

    def address(game: Game | str, **more: str) -> str:
        """The address of this page with another game; `more` are parameters."""
        return setup_address(settings_of(state, str(game)), wish, more)

    edits = list(islice(list_edits(game), PAGE_EDITS))
    board, touched = editing_board(game, edits, lambda edit: address(edit.to))
    drawn = drawn_graph(game)
    on_board = set() if drawn else set(map(id, touched))
    text = render(
        "setup.html",
        state.root,
        state=state,
        game=str(game),
        path=quote(str(game), safe=UNQUOTED),
        board=board,
        drawn=drawn,
        wrong=wrong,
        found=found,
        seed=seed,
        wish=wish,
        rulesets=list({s.ruleset.name: describe_rules(s.ruleset) for s in game.summands}.values()),
        has_both_plays=all(len(s.ruleset.plays) == 2 for s in game.summands),
        is_over=next(game.each_move(), None) is None,
        buttons=[(edit.words, address(edit.to)) for edit in edits if id(edit) not in on_board],
        edits=[(edit.words, address(edit.to)) for edit in edits if id(edit) in on_board],
        summands=[summand_fields(game, index, address) for index in range(len(game.summands))],
        adds=all(s.ruleset.adds for s in game.summands),
        names=[(entry.name, entry.about.title) for entry in rulesets().values() if entry.about.adds],
        settings=parse_qsl(urlsplit(setup_address(settings, wish, {})).query),
        beginners=BEGINNERS,
        opponents=OPPONENTS,
        wants={"either": "either", "won": "won for you", "lost": "lost for you"},
        play=settings.url,
        alone=WITHOUT_REPLY,
    )
    return TextAnswer(text, True)


def setup_address(state: MatchState, wish: Wish, more: Mapping[str, str]) -> str:
    query = urlencode({**wish.query, **more})
    return state.setup_url + (("&" if "?" in state.setup_url else "?") + query if query else "")


def summand_fields(game: Game, index: int, address: Any) -> Json:
    """What is typed for one summand: its parameters, where it has some, and its position."""
    summand = game.summands[index]
    rules = summand.ruleset
    return {
        "index": index,
        "title": describe_rules(rules)["title"],
        "parameters": own_parameters(rules),
        "position": rules.board.show(summand.position),
        "notation": rules.board.notation,
        "remove": address(game, remove=str(index)) if len(game.summands) > 1 else "",
    }


def own_parameters(rules: Ruleset[Any]) -> str | None:
    """The parameters as text, or None where a ruleset goes by a name alone."""
    text = str(rules)
    entry = rulesets().get(rules.name)
    if entry is None or entry.schema is None:
        return None
    return text.removeprefix(f"{rules.name}(").removesuffix(")") if text.endswith(")") else ""


def address_after(state: MatchState, wish: Wish, change: Change, seconds: float) -> str:
    """The address of the page after what was typed."""
    game = changed_game(read_shown_game(state.game), change)
    read_shown_game(str(game))
    return setup_address(settings_of(state, str(game)), wish, {})


def changed_game(game: Game, change: Change) -> Game:
    if change.add:
        return game + read_game(change.add if "(" in change.add else find_ruleset(change.add.strip()).example)
    index = read_index(change.remove or change.summand, len(game.summands))
    before, behind = game.summands[:index], game.summands[index + 1 :]
    if change.remove:
        if not before and not behind:
            raise BadRequestError("the last game of a sum cannot be removed; add another one first")
        return Game((*before, *behind))
    return Game((*before, *read_summand(game.summands[index], change).summands, *behind))


def read_summand(summand: Summand, change: Change) -> Game:
    """The summand with the parameters and the position that were typed."""
    rules, parameters = summand.ruleset, change.parameters.strip()
    name = f"{rules.name}({parameters})" if own_parameters(rules) is not None and parameters else str(rules)
    position = change.position.strip()
    return read_game(f"{name}({position})" if position else name)


def read_index(text: str, number: int) -> int:
    if not text.isdecimal() or int(text[:4]) >= number:
        raise BadRequestError("no summand has that number; they are counted from 0")
    return int(text[:4])


def drawn_graph(game: Game) -> Json | None:
    """How the script draws the graph of a game that is one graph: its kind, its text, and where its vertices are."""
    if len(game.summands) > 1:
        return None
    summand = game.summands[0]
    board, position, rules = summand.ruleset.board, summand.position, summand.ruleset
    if isinstance(board, Vertices):
        names = {f"v-{n}": vertex for n, vertex in enumerate(board.graph)}
        frame = {"kind": "digraph", "text": str(board.graph), "head": f"{rules.name}(", "tail": f")({position})"}
    elif isinstance(board, Graph) and isinstance(position, tuple):
        kind = "grounded" if board.ground else "free" if board.lone else "plain"
        names = {item.key: item.label.removeprefix("vertex ") for item in scene(summand).items if item.key[:2] == "v-"}
        frame = {"kind": kind, "text": board.show(position), "head": f"{rules}(", "tail": ")"}
    else:
        return None
    at = {names[item.key]: item.at for item in scene(summand).items if item.key in names}
    return {**frame, "at": at}
