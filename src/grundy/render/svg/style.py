"""How pictures look: ink on paper, one accent, and a colour-blind-safe pair that never speaks alone."""

__all__ = ["DARK", "LIGHT", "SHAPES", "standalone"]

LIGHT = (
    "--ink:#222;--paper:#fffdf8;--faint:#6f6a60;--accent:#7a4b2a;--win:#0072b2;--lose:#b85c00;"
    "--green:#3d7a3d;--earth:#7a5c3e"
)
DARK = (
    "--ink:#eae6dc;--paper:#191817;--faint:#a39d92;--accent:#d8a078;--win:#56b4e9;--lose:#f0a030;"
    "--green:#7fbf7f;--earth:#b08a63"
)
SHAPES = """
text{fill:var(--ink);text-anchor:middle;font:15px Georgia,"Times New Roman",serif;font-variant-numeric:tabular-nums}
.count{font-size:17px}
.written{font:16px ui-monospace,monospace}
.name{font-size:11px}
.small{font-size:12px;fill:var(--faint)}
.plus{font-size:34px}
.stone{fill:var(--accent);stroke:var(--paper);stroke-width:1.5}
.held{opacity:.35}
.block{opacity:.8}
.cell{fill:var(--paper);stroke:var(--ink);stroke-width:1.4}
.tray{fill:none;stroke:var(--ink);stroke-width:1.4}
.ground{stroke:var(--ink);stroke-width:1.4}
.gap{stroke:transparent;stroke-width:9}
.heads{fill:var(--ink);stroke:var(--ink);stroke-width:1.6}
.tails{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}
.on-heads,.skull{fill:var(--paper)}
.skull{font-size:24px}
.queen{font-size:34px}
.sign{font-size:22px}
.offer{font-size:15px;fill:var(--faint)}
.air{fill:transparent}
.earth{stroke:var(--earth);stroke-width:5}
.stalk{stroke:var(--green);stroke-width:6;fill:none;stroke-linecap:round}
.joint{fill:var(--paper);stroke:var(--green);stroke-width:2.5}
.edge{stroke:var(--ink);stroke-width:2;fill:none}
.vertex{fill:var(--paper);stroke:var(--ink);stroke-width:1.8}
.here{stroke-width:4;stroke:var(--accent)}
.arrow{fill:none;stroke:var(--faint);stroke-width:1.4;marker-end:url(#head)}
.out{stroke:var(--ink);stroke-width:2}
.tip{fill:var(--faint)}
.chocolate{fill:var(--accent);stroke:var(--paper);stroke-width:2.5}
.poison{fill:var(--ink);stroke:var(--paper);stroke-width:2.5}
.gone{fill:none;stroke:var(--faint);stroke-dasharray:2 4}
.stairs{fill:none;stroke:var(--ink);stroke-width:2}
.fade-1{opacity:.92}.fade-2{opacity:.84}.fade-3{opacity:.74}.fade-4{opacity:.62}.fade-5{opacity:.48}.fade-6{opacity:.36}
.region{fill:none;stroke:var(--ink);stroke-width:1.6}
.dot,.life{fill:var(--ink)}
.trace{fill:var(--faint);opacity:.6}
.parted{stroke:var(--ink);stroke-width:1.6;stroke-dasharray:1 5;stroke-linecap:round}
.white{fill:var(--paper);stroke:var(--ink);stroke-width:2}
.black{fill:var(--ink);stroke:var(--ink)}
""".replace("\n", "")


def standalone() -> str:
    """The style sheet inside a picture that stands alone, light or dark as its reader likes."""
    return f"svg{{{LIGHT};background:var(--paper)}}@media(prefers-color-scheme:dark){{svg{{{DARK}}}}}{SHAPES}"
