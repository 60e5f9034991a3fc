"""A film: pictures of one size one after the other, as an animated SVG or GIF for slides."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path

from grundy.errors import GrundyError
from grundy.render.files import write_file
from grundy.render.picture import Picture
from grundy.render.shapes import coordinates, figure, svg_element, svg_text

HELD_TIMES = 3  # as long as the others the last picture stays, before the film begins again
ENDINGS = ".svg", ".gif"
# Who wants no motion sees the last picture alone; a viewer that knows no animation sees the first.
MOTION = """
.frame{{visibility:hidden;animation:show {total}s step-end infinite}}.frame:first-of-type{{visibility:visible}}
.frame:last-of-type{{animation-name:stay}}
@keyframes show{{0%{{visibility:visible}}{once}%{{visibility:hidden}}}}
@keyframes stay{{0%{{visibility:visible}}{held}%{{visibility:hidden}}}}
@media(prefers-reduced-motion:reduce){{.frame{{animation:none;visibility:hidden}}
.frame:last-of-type{{visibility:visible}}}}
""".replace("\n", "")


@dataclass(frozen=True, repr=False)
class Film:
    """At least one picture, each shown for so many seconds, with a label for those who do not see them."""

    pictures: Sequence[Picture]
    label: str
    seconds: float = 1.6

    def __repr__(self) -> str:
        return f"<{self.label}>"

    def _repr_svg_(self) -> str:
        return self.svg

    @property
    def svg(self) -> str:
        first = self.pictures[0]
        shown = len(self.pictures) - 1 + HELD_TIMES
        motion = MOTION.format(
            total=figure(shown * self.seconds), once=f"{100 / shown:.4f}", held=f"{100 * HELD_TIMES / shown:.4f}"
        )
        head = f"<title>{escape(self.label)}</title><style>{first.style_sheet}{motion}</style>"
        frames = [
            f'<g class="frame" style="animation-delay:{figure(number * self.seconds)}s">{svg_text(one.drawing)}</g>'
            for number, one in enumerate(self.pictures)
        ]
        return svg_element(
            "svg",
            head + "".join(frames),
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "role": "img",
                "width": first.width,
                "height": first.height,
                "viewBox": f"0 0 {coordinates([(first.width, first.height)])}",
            },
        )

    def gif(self) -> bytes:
        """The film as GIF; it needs the extra `plot`."""
        try:
            from PIL import Image
        except ImportError as error:
            raise GrundyError(
                "GIF needs Pillow: pip install 'grundy[plot]', or write an .svg, which needs nothing"
            ) from error
        first, *others = [Image.open(BytesIO(one.png())).convert("P") for one in self.pictures]
        shown = [round(1000 * self.seconds)] * len(others) + [round(1000 * self.seconds * HELD_TIMES)]
        out = BytesIO()
        first.save(out, "GIF", save_all=True, append_images=others, duration=shown, loop=0)
        return out.getvalue()

    def save(self, path: str | Path) -> None:
        write_file(path, self.gif() if film_ending(path) == ".gif" else f"{self.svg}\n")


def film_ending(path: str | Path) -> str:
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise GrundyError(f"{path} does not end like a film; name a file {' or '.join(ENDINGS)}")
    return ending
