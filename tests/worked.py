"""The worked examples of five texts, as data: what each text says of a game, in our words."""

import json
from pathlib import Path
from typing import Any

Example = dict[str, Any]
DATA = Path(__file__).parent / "data" / "worked_examples.json"
EXAMPLES: list[Example] = json.loads(DATA.read_text(encoding="utf-8"))["examples"]


def example_name(example: Example) -> str:
    """The text and the game."""
    return f"{example['source']}: {example['game']}"[:70]
