import pytest

from litecode_nb.llm.scripted import ScriptedModel


@pytest.fixture
def silent_model() -> ScriptedModel:
    """A model that must not be asked."""

    def answer(_: object) -> Exception:
        return AssertionError("the model was asked")

    return ScriptedModel(answer)
