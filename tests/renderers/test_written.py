"""Scenes as text, readable by the previous and the current version."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode

import pytest

from renderers.scene import Label, Scene
from renderers.written import read, write

ANN, SITA = Label("Ann", (1, 2), 3), Label("सीता", (1, 2), 3, plain="First")
OLD = ["Label", "Ann", [1, 2], 3, "text", "middle", False, 0.0]


def compress(*items: list[object]) -> str:
    return b64encode(zlib.compress(json.dumps([10, 20, [], items]).encode())).decode()


def test_a_scene_is_read_as_it_was_written():
    scene = Scene(10, 20, (), (ANN, SITA))
    assert read(write(scene)) == scene


def test_a_label_without_plain_text_is_readable_by_the_previous_version():
    *_, items = json.loads(zlib.decompress(b64decode(write(Scene(10, 20, (), (ANN,))))))
    assert items == [OLD]
    assert read(compress(OLD)).items == (ANN,)


@pytest.mark.parametrize("item", [[*OLD, "First", "more"], OLD[:2], ["Blob"]], ids=str)
def test_a_malformed_item_is_refused(item: list[object]):
    with pytest.raises(ValueError, match=r".*"):
        read(compress(item))
