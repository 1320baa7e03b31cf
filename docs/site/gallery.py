"""The gallery: a page for each program of which examples/pictures.py draws a picture, and one with all pictures."""

import subprocess
import sys
from pathlib import Path

from examples.pictures import PICTURES

from .pages import ROOT, Pages

PLACE = "docs/gallery"
TITLES = {
    "ica": "Independent component analysis",
    "lens": "Grinding a lens",
    "neural_ode": "Neural ODE",
    "pinn": "Physics-informed network (PINN)",
    "spectrogram": "A signal from its spectrogram",
    "spirals": "Two spirals",
}
"""Titles that are not the name of the program."""

INDEX = """\
# Gallery

Programs of a page or two, and what they find. The [list of examples](../../examples/README.md) says what each is made
of; `python examples/pictures.py FOLDER` draws the pictures.

"""


def start_drawing(folder: Path) -> "subprocess.Popen[bytes]":
    """Draw the pictures of the gallery, beside whatever else is done."""
    return subprocess.Popen([sys.executable, "examples/pictures.py", str(folder / PLACE)], cwd=ROOT)


def gallery_pages() -> Pages:
    """Return the page with all pictures, and those of the programs."""
    pages, index = {}, [INDEX, '<div class="gallery" markdown>\n\n']
    for picture in PICTURES:
        name = picture.__name__
        title = TITLES.get(name, name.replace("_", " ").capitalize())
        program = (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")
        about = program.split('"""')[1].partition("\n")[0]
        shown, caption = f"![{picture.__doc__}]({name}.png)", picture.__doc__
        index.append(
            f"<figure markdown>\n[{shown}]({name}.md)\n<figcaption markdown>{about}</figcaption>\n</figure>\n\n"
        )
        pages[f"{PLACE}/{name}.md"] = (
            f"# {title}\n\n<figure markdown>\n{shown}\n<figcaption markdown>{caption}</figcaption>\n</figure>\n\n"
            f"The program [`examples/{name}.py`](../../examples/{name}.py):\n\n```py\n{program}```\n"
        )
    return {f"{PLACE}/README.md": "".join([*index, "</div>\n"]), **pages}
