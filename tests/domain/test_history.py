import pytest

from builders import a_change_set
from litecode_nb.domain.history import FileChange, Record, RecordState, Transition
from litecode_nb.domain.ids import DocumentPath

A_DIGEST = "0" * 64


@pytest.mark.parametrize("bad", ["", "0" * 63, "0" * 65, "A" * 64, "../" + "0" * 61])
def test_a_file_change_holds_digests_only(bad: str) -> None:
    with pytest.raises(ValueError, match="is no SHA-256 digest"):
        FileChange(document=DocumentPath("a.py"), before=A_DIGEST, after=bad)


def test_a_file_that_is_made_has_no_digest_before() -> None:
    made = FileChange(document=DocumentPath("a.py"), before=None, after=A_DIGEST)
    assert made.before is None


@pytest.mark.parametrize("bad", ["", "../../a", "0123456", "0" * 33])
def test_a_token_is_no_path(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot be part of a temporary file's name"):
        Record(
            number=1,
            origin=1,
            state=RecordState.BEGUN,
            transition=Transition.APPLY,
            change_set=a_change_set(),
            files=(),
            token=bad,
        )
