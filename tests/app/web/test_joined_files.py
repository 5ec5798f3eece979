"""Files that are served as one: all of their parts, in order, plain and compressed alike."""

from xml.etree import ElementTree

from starlette.testclient import TestClient

from app.cards.icons import UI
from app.drawing.symbols import ICONS_OF_THE_TABLE, TABLE_ICONS
from app.web.assets import ALWAYS_ASK, FOREVER, STATIC, version_of
from app.web.joined_files import JOINED
from tests.support.cases import in_turn


@in_turn("path", [path for path in JOINED if path.endswith(".css")])
def test_style_sheets_follow_one_another(visitor: TestClient, path: str) -> None:
    whole = b"".join((STATIC / part).read_bytes() for part in JOINED[path])
    whole = b"".join(
        piece.partition(b"*/")[2].lstrip() if number else piece for number, piece in enumerate(whole.split(b"/*"))
    )
    assert b"*/" not in whole
    kept = visitor.get(f"/static/{version_of(STATIC)}/{path}", headers={"accept-encoding": "br"})
    assert (kept.status_code, kept.headers["cache-control"], kept.headers["content-encoding"]) == (200, FOREVER, "br")
    plain = visitor.get(f"/static/{path}", headers={"accept-encoding": "identity"})
    assert (plain.status_code, plain.headers["cache-control"]) == (200, ALWAYS_ASK)
    for answer in (kept, plain):
        assert answer.content == whole and answer.headers["content-type"].startswith("text/css")
    assert visitor.post(f"/static/{path}").status_code == 405


def test_icons_of_the_table_are_one_drawing(visitor: TestClient) -> None:
    answer = visitor.get(f"/static/{version_of(STATIC)}/{TABLE_ICONS}")
    assert answer.headers["content-type"] == "image/svg+xml"
    symbols = [node.get("id") for node in ElementTree.fromstring(answer.text).iter() if node.tag.endswith("symbol")]
    assert symbols == [f"i-{name}" for name in ICONS_OF_THE_TABLE] and set(ICONS_OF_THE_TABLE) <= set(UI.values())
