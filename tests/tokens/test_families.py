import pytest

from litecode_nb.tokens.families import UNKNOWN, family_counter


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("llama-3.1-8b-instant", 1.0),
        ("Qwen2.5-Coder-1.5B-Instruct-Q4_K_M.gguf", 1.0),
        ("deepseek-chat", 1.25),
        ("mistral-nemo:12b", 1.35),
        ("google/gemma-3-4b-it", 1.43),
        ("mistral-7b-instruct-v0.3", 1.57),
    ],
)
def test_a_family_s_factor_is_at_least_what_was_measured(
    name: str, least: float
) -> None:
    assert family_counter(name).factor >= least


@pytest.mark.parametrize("name", ["qwen2.5", "gemma3", "mistral-nemo", "smollm2"])
def test_families_with_single_digits_count_them_apart(name: str) -> None:
    assert family_counter(name).count("1234567890" * 10) >= 100


def test_an_unknown_model_is_counted_most_carefully() -> None:
    known = ["qwen", "llama3", "deepseek", "gemma", "smollm", "gpt-4o"]
    most = family_counter("nobody-1b").factor
    assert all(family_counter(name).factor <= most for name in known)


def test_a_distilled_model_has_the_tokenizer_of_its_student() -> None:
    student = family_counter("qwen2.5")
    assert family_counter("DeepSeek-R1-Distill-Qwen-7B") is student


def test_llama_2_is_not_taken_for_llama_3() -> None:
    assert family_counter("llama-2-7b-chat") is UNKNOWN


def test_a_name_without_meaning_is_unknown() -> None:
    assert family_counter("") is UNKNOWN
