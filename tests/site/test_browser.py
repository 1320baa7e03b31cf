"""The site in a browser: search finds, mathematics is typeset, the console is empty, and a phone shows all of it."""

import functools
import http.server
import re
import shutil
import threading
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HTML = Path(__file__).resolve().parents[2] / "build" / "site" / "html"
pytestmark = pytest.mark.slow
webdriver = pytest.importorskip("selenium.webdriver", reason="make setup: it drives the browser")
waiting = pytest.importorskip("selenium.webdriver.support.wait")

PAGES = ["index.html", "docs/adding-an-op.html", "docs/semantics.html", "docs/op/index.html", "docs/ops.html"]
PAGES += [
    "docs/reference/index.html",
    "docs/reference/derivata/class-tensor.html",
    "docs/reference/nn/class-conv2d.html",
]
PAGES += ["docs/reference/optim.html", "docs/reference/numpy.html"]
OPS = [path.relative_to(HTML).as_posix() for path in sorted((HTML / "docs" / "op").glob("*.html"))]
MATHEMATICS = """return [...document.querySelectorAll("math")].map(m => m.getBoundingClientRect())
    .filter(box => box.width < 10 || box.height < 8).length"""
WIDER = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Serve the site that `make site` has built."""
    if not (HTML / "index.html").exists():
        pytest.skip("the site is not built: make site")
    handler = functools.partial(Quiet, directory=str(HTML))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Open a headless Chromium; its window is as wide as a phone."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("there is no Chromium with its driver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.add_experimental_option(
        "mobileEmulation", {"deviceMetrics": {"width": 400, "height": 800, "pixelRatio": 1.0}}
    )
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield opened
    opened.quit()


def complaints(browser: Any) -> list[str]:
    return [
        entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")
    ]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_complete_and_fits_a_phone(path: str, site: str, browser: Any) -> None:
    browser.get(f"{site}/{path}")
    assert browser.title
    assert browser.execute_script(WIDER) <= 0
    assert complaints(browser) == []


def test_every_op_has_mathematics(site: str) -> None:
    assert len(OPS) > 500
    without = [path for path in OPS if "<math " not in (HTML / path).read_text(encoding="utf-8")]
    assert without == ["docs/op/index.html"]


@pytest.mark.parametrize(
    "part",
    [
        '<div class="signature',
        ">result</span>",  # the example
        "<td>dtypes of tensors</td>|fft2|fftn|istft",
        "<td>gradients of gradients</td>",
        "derivatives.yaml.txt",
        "generated/ops/[a-z_]*.py.txt",
    ],
)
def test_every_op_has_all_parts(part: str, site: str) -> None:
    texts = {
        path: (HTML / path).read_text(encoding="utf-8") for path in OPS if not path.endswith("index.html")
    }
    assert [path for path, text in texts.items() if not re.search(part, text)] == []


def test_mathematics_has_a_size_on_a_phone(site: str, browser: Any) -> None:
    """Of sixty ops each formula has a size, no page is wider than the window, and the console is empty."""
    wrong = {}
    for path in OPS[:: max(1, len(OPS) // 60)]:
        browser.get(f"{site}/{path}")
        found = (browser.execute_script(MATHEMATICS), browser.execute_script(WIDER), complaints(browser))
        if found != (0, 0, []):
            wrong[path] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("why is my gradient None", "debugging/why-is-my-gradient-none.html"),
        ("how do I use this in scipy", "docs/scipy.html"),
        ("is grid_sample there", "nn.functional/grid_sample.html"),
        ("forks threads", "docs/threads.html"),
        ("find a NaN", "docs/tutorials/nan.html"),
        ("make it fast", "docs/tutorials/fast.html"),
        ("Linear", "linear.html"),
        ("max", "docs/op/max.html"),
        ("sum", "docs/op/sum.html"),
        ("exp", "docs/op/exp.html"),
        ("softmax", "softmax.html"),
    ],
)
def test_the_first_result_answers(words: str, page: str, site: str, browser: Any) -> None:
    assert page in searched(words, site, browser)[0]


@pytest.mark.parametrize("name", ["softmax", "grid_sample", "minimize", "Linear", "no_grad"])
def test_search_finds_a_name(name: str, site: str, browser: Any) -> None:
    addresses = searched(name, site, browser)
    assert any(re.search(rf"[./#-]{name.lower()}(\.html|$)", address) for address in addresses), addresses


def searched(words: str, site: str, browser: Any) -> list[str]:
    """Return the addresses of the first results, without the words that they mark."""
    browser.get(f"{site}/index.html?{urllib.parse.urlencode({'q': words})}")
    waited = waiting.WebDriverWait(browser, 60)
    found = waited.until(lambda browser: browser.find_elements("css selector", ".md-search-result__link"))
    return [re.sub(r"\?[^#]*", "", link.get_attribute("href")) for link in found[:5]]
