import pytest

from builders import a_prompt
from litecode_nb.domain.prompt import Completion, Prompt, ReplyForm
from litecode_nb.errors import ContextExceeded, ServerRefused, ServerUnreachable
from scripted_server import (
    DONE,
    Connect,
    ScriptedServer,
    Step,
    as_json,
    as_stream,
    said,
    used,
)

CHAT = "/v1/chat/completions"
COUNT = "/v1/chat/completions/input_tokens"
SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}}
OVERFLOW = {
    "error": {
        "code": 400,
        "message": "request (13392 tokens) exceeds the available context size "
        "(8192 tokens), try increasing it",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": 13392,
        "n_ctx": 8192,
    }
}
LONG = "return width * height\n" * 100


async def asked(
    llamacpp: ScriptedServer,
    connect: Connect,
    prompt: Prompt,
    step: Step | None = None,
) -> Completion:
    llamacpp.on(CHAT, step or as_stream(said("x", "stop"), DONE))
    return await (await connect()).complete(prompt, lambda _: None)


@pytest.mark.usefixtures("llamacpp")
async def test_the_window_and_the_slots_are_those_of_the_server(
    connect: Connect,
) -> None:
    traits = (await connect()).traits
    assert (traits.context_window, traits.slots) == (2048, 3)


@pytest.mark.usefixtures("llamacpp")
async def test_a_smaller_window_can_be_set(connect: Connect) -> None:
    assert (await connect(context_window=1024)).traits.context_window == 1024


@pytest.mark.usefixtures("llamacpp")
async def test_a_larger_window_cannot_be_set(connect: Connect) -> None:
    assert (await connect(context_window=9999)).traits.context_window == 2048


@pytest.mark.usefixtures("llamacpp")
async def test_the_model_s_name_is_no_path_on_somebody_s_disk(connect: Connect) -> None:
    assert (await connect()).traits.name == "qwen2.5-coder.gguf"


@pytest.mark.usefixtures("llamacpp")
async def test_it_takes_schemas_and_grammars(connect: Connect) -> None:
    traits = (await connect()).traits
    assert traits.takes_schema
    assert traits.takes_grammar


async def test_a_schema_is_sent(llamacpp: ScriptedServer, connect: Connect) -> None:
    await asked(llamacpp, connect, a_prompt(form=ReplyForm(json_schema=SCHEMA)))
    sent = llamacpp.asked(CHAT)[0].body["response_format"]
    assert sent["json_schema"]["schema"] == SCHEMA


async def test_a_grammar_is_sent(llamacpp: ScriptedServer, connect: Connect) -> None:
    await asked(llamacpp, connect, a_prompt(form=ReplyForm(grammar='root ::= "a"')))
    assert llamacpp.asked(CHAT)[0].body["grammar"] == 'root ::= "a"'


async def test_free_text_has_no_form(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    await asked(llamacpp, connect, a_prompt())
    assert not {"grammar", "response_format"} & set(llamacpp.asked(CHAT)[0].body)


async def test_the_cache_is_used_and_thinking_is_off(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    await asked(llamacpp, connect, a_prompt())
    body = llamacpp.asked(CHAT)[0].body
    assert body["cache_prompt"] is True
    assert body["chat_template_kwargs"] == {"enable_thinking": False}


async def test_an_overflow_tells_the_server_s_own_numbers(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ContextExceeded) as caught:
        await asked(llamacpp, connect, a_prompt(), as_json(OVERFLOW, status=400))
    assert caught.value.prompt_tokens == 13392
    assert caught.value.context_window == 8192


async def test_an_overflow_in_the_middle_of_a_stream_is_one(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    error = {"error": {"code": 500, "message": "Context size has been exceeded."}}
    with pytest.raises(ContextExceeded):
        await asked(llamacpp, connect, a_prompt(), as_stream(said("x"), error))


async def test_a_broken_grammar_is_refused_in_the_server_s_words(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    body = {"error": {"code": 400, "message": "failed to parse grammar"}}
    with pytest.raises(ServerRefused, match="failed to parse grammar"):
        await asked(llamacpp, connect, a_prompt(), as_json(body, status=400))


async def test_the_error_field_of_older_servers_is_an_error(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    old = 'error: {"code": 500, "message": "slot failed"}\n\n'
    with pytest.raises(ServerRefused, match="slot failed"):
        await asked(llamacpp, connect, a_prompt(), as_stream(said("x"), old))


async def test_a_server_that_is_loading_is_waited_for(
    llamacpp: ScriptedServer,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("litecode_nb.llm.connecting.LOOK_AGAIN_SECONDS", 0.0)
    busy = {"error": {"code": 503, "message": "Loading model"}}
    props = {"default_generation_settings": {"n_ctx": 512}, "total_slots": 1}
    loading = as_json(busy, status=503)
    llamacpp.on("/props", loading, loading, as_json(props))
    assert (await connect()).traits.context_window == 512


async def test_a_server_that_never_loads_is_given_up(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    busy = {"error": {"code": 503, "message": "Loading model"}}
    llamacpp.on("/props", as_json(busy, status=503))
    with pytest.raises(ServerUnreachable, match="has been loading"):
        await connect(first_token_seconds=0.001)


async def test_one_of_many_models_is_asked_for_by_name(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    listed = [{"id": "org/first:q4"}, {"id": "org/second:q4"}]
    llamacpp.on("/v1/models", as_json({"data": listed}))
    assert (await connect(model="second")).traits.name == "org/second:q4"


# Counting


async def test_whole_chats_are_counted_by_the_server(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    llamacpp.on(COUNT, as_json({"input_tokens": 31}))
    model = await connect()
    assert model.counter.count_messages(a_prompt().messages) == 31


async def test_a_chat_is_counted_with_the_template_that_it_is_sent_with(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    llamacpp.on(COUNT, as_json({"input_tokens": 31}))
    (await connect()).counter.count_messages(a_prompt().messages)
    sent = llamacpp.asked(COUNT)[0].body
    assert sent["chat_template_kwargs"] == {"enable_thinking": False}


async def test_older_servers_count_in_two_steps(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    llamacpp.on("/apply-template", as_json({"prompt": "<|im_start|>hello"}))
    llamacpp.on("/tokenize", as_json({"tokens": [1, 2, 3]}))
    model = await connect()
    assert model.counter.count_messages(a_prompt().messages) == 3
    assert llamacpp.asked("/tokenize")[0].body == {
        "content": "<|im_start|>hello",
        "add_special": True,
        "parse_special": True,
    }


async def test_long_texts_are_counted_by_the_server(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    llamacpp.on("/tokenize", as_json({"tokens": [0] * 77}))
    assert (await connect()).counter.count(LONG) == 77


async def test_special_tokens_in_a_text_are_only_text(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    llamacpp.on("/tokenize", as_json({"tokens": [0] * 77}))
    (await connect()).counter.count(LONG)
    sent = llamacpp.asked("/tokenize")[0].body
    assert (sent["add_special"], sent["parse_special"]) == (False, False)


async def test_usage_is_taken_as_the_server_gives_it(
    llamacpp: ScriptedServer, connect: Connect
) -> None:
    counts = used(23, 3, prompt_tokens_details={"cached_tokens": 22})
    stream = as_stream(said("x", "stop"), counts, DONE)
    done = await asked(llamacpp, connect, a_prompt(), stream)
    assert done.usage.prompt_tokens == 23
