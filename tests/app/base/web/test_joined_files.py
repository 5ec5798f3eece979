"""Files as browsers get them: all parts of those that are one, in order, without comments, plain or compressed."""

import re
from xml.etree import ElementTree

from starlette.testclient import TestClient

from app.base.drawing.symbols import ICONS_OF_THE_TABLE, TABLE_ICONS
from app.base.web.assets import ALWAYS_ASK, FOREVER, STATIC, version_of
from app.base.web.joined_files import JOINED, SHAPES, with_shapes
from app.cards.gallery.icons import UI
from tests.support.cases import case, in_turn


@in_turn("path", [path for path in JOINED if path.endswith(".css")])
def test_style_sheets_follow_one_another(visitor: TestClient, path: str) -> None:
    whole = b"".join((STATIC / part).read_bytes() for part in JOINED[path])
    whole = b"".join(
        piece.partition(b"*/")[2].lstrip() if number else piece for number, piece in enumerate(whole.split(b"/*"))
    )
    assert b"*/" not in whole
    for name, question in SHAPES.items():
        whole = whole.replace(b"var" + name, b"var\0").replace(name, question).replace(b"var\0", b"var" + name)
    assert not re.findall(rb"@media[^{]*\(--", whole), "browsers do not know names of shapes"
    lines = b"\n".join(line.strip() for line in whole.splitlines() if line.strip())
    for end in (b"{", b"}", b";", b","):
        lines = lines.replace(end + b"\n", end)
    kept = visitor.get(f"/static/{version_of(STATIC)}/{path}", headers={"accept-encoding": "br"})
    assert (kept.status_code, kept.headers["cache-control"], kept.headers["content-encoding"]) == (200, FOREVER, "br")
    plain = visitor.get(f"/static/{path}", headers={"accept-encoding": "identity"})
    assert (plain.status_code, plain.headers["cache-control"]) == (200, ALWAYS_ASK)
    for answer in (kept, plain):
        assert answer.content == lines and answer.headers["content-type"].startswith("text/css")
    assert visitor.post(f"/static/{path}").status_code == 405


def test_a_property_named_as_a_shape_keeps_its_name() -> None:
    css = b"@media (--low), (--upright) { top: min(var(--low), 1px); width: calc(var(--narrow)); }"
    media, _, rules = css.partition(b" {")
    asked = b"@media (orientation: landscape) and (max-height: 520px), (orientation: portrait)"
    assert with_shapes(css).partition(b" {") == (asked, b" {", rules)
    assert with_shapes(media) != media


@in_turn("accepted", ["br;q=0", "gzip, br;q=0.0", "*;q=0", "br; Q=0.000, *", "gzip", "identity", "", "brx"])
def test_who_takes_no_brotli_gets_none(visitor: TestClient, accepted: str) -> None:
    path = f"/static/{version_of(STATIC)}/css/site.css"
    answer = visitor.get(path, headers={"accept-encoding": accepted})
    assert (answer.status_code, answer.headers["vary"]) == (200, "Accept-Encoding"), "a cache distinguishes them"
    assert answer.headers.get("content-encoding", "") in ("", "gzip", "zstd")
    for taken in ("br", "gzip, br;q=0.5", "*", "BR ; q=1"):
        assert visitor.get(path, headers={"accept-encoding": taken}).headers["content-encoding"] == "br", taken


def test_scripts_are_served_without_their_comments_alone(visitor: TestClient) -> None:
    version = version_of(STATIC)
    for path in STATIC.glob("js/**/*.js"):
        with case(path.name):
            name = path.relative_to(STATIC).as_posix()
            kept = visitor.get(f"/static/{version}/{name}", headers={"accept-encoding": "br"}).text
            assert visitor.get(f"/static/{name}", headers={"accept-encoding": "identity"}).text == kept
            inside, lines = False, path.read_text("utf-8").split("\n")
            for line, got in zip(lines, kept.split("\n"), strict=True):
                written, remark, _ = re.sub(r"/\*\* @type .*?\*/ ?", "", line.lstrip()).partition(" // ")
                assert got == "" or got == written
                assert got == "" or not remark or written.count('"') % 2 == written.count("`") % 2 == 0, "a text is cut"
                inside = inside or written.lstrip().startswith("/*")
                assert got == written or inside or written.lstrip().startswith("//")
                inside = inside and "*/" not in written
            assert not [text for text in re.findall(r"`[^`]*`", kept) if "\n" in text]


def test_icons_of_the_table_are_one_drawing(visitor: TestClient) -> None:
    answer = visitor.get(f"/static/{version_of(STATIC)}/{TABLE_ICONS}")
    assert answer.headers["content-type"] == "image/svg+xml"
    symbols = [node.get("id") for node in ElementTree.fromstring(answer.text).iter() if node.tag.endswith("symbol")]
    assert symbols == [f"i-{name}" for name in ICONS_OF_THE_TABLE] and set(ICONS_OF_THE_TABLE) <= set(UI.values())
