import asyncio
import gc
import json
import traceback

import pytest

from builders import a_prompt
from litecode_nb.domain.prompt import Completion, FinishReason, Prompt, Usage
from litecode_nb.errors import (
    ContextExceeded,
    ModelError,
    PromptWasCut,
    RateLimited,
    ReplyBroken,
    ReplyEmpty,
    ReplyEndless,
    ReplyTooSlow,
    ServerRefused,
    ServerUnreachable,
    SettingsError,
)
from litecode_nb.llm.connecting import connect_to
from litecode_nb.llm.http_model import HttpChatModel
from litecode_nb.settings import Settings
from litecode_nb.tokens.calibration import Calibration
from scripted_server import (
    DONE,
    Connect,
    ScriptedServer,
    Step,
    as_body,
    as_json,
    as_stream,
    hanging_up,
    said,
    silent,
    then_silent,
    used,
)

CHAT = "/v1/chat/completions"
KEY = "sk-planted-0123456789"


async def completed(
    model: HttpChatModel, prompt: Prompt | None = None
) -> tuple[Completion, list[str]]:
    shown: list[str] = []
    completion = await model.complete(prompt or a_prompt(), shown.append)
    return completion, shown


async def answered(openai: ScriptedServer, connect: Connect, step: Step) -> Completion:
    openai.on(CHAT, step)
    return (await completed(await connect()))[0]


# What is asked


async def test_only_portable_fields_are_sent(
    openai: ScriptedServer, connect: Connect
) -> None:
    await answered(openai, connect, as_stream(said("a", "stop"), DONE))
    [request] = openai.asked(CHAT)
    assert request.body == {
        "model": "llama-3.1-8b",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "rename a to b"},
        ],
        "max_tokens": 100,
        "temperature": 0.0,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


async def test_half_a_character_in_a_prompt_is_sent_as_a_mark(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, as_stream(said("a", "stop"), DONE))
    await completed(await connect(), a_prompt("x = '\ud800'"))
    [request] = openai.asked(CHAT)
    assert request.body["messages"][-1]["content"] == "x = '?'"


async def test_halves_of_characters_in_a_reply_are_joined_or_marked(
    openai: ScriptedServer, connect: Connect
) -> None:
    step = as_stream(said("\ud83d"), said("\ude00 \udc80"), said(finish="stop"), DONE)
    assert (await answered(openai, connect, step)).text == "\U0001f600 \ufffd"


async def test_the_key_is_sent_as_a_bearer(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, as_stream(said("a", "stop"), DONE))
    await completed(await connect(key=KEY))
    assert openai.asked(CHAT)[0].headers["authorization"] == f"Bearer {KEY}"


async def test_without_a_key_no_header_is_sent(
    openai: ScriptedServer, connect: Connect
) -> None:
    await answered(openai, connect, as_stream(said("a", "stop"), DONE))
    assert "authorization" not in openai.asked(CHAT)[0].headers


async def test_a_refused_usage_option_is_left_out_from_then_on(
    openai: ScriptedServer, connect: Connect
) -> None:
    refusal = {"error": {"message": "Unknown field: stream_options"}}
    good = as_stream(said("a", "stop"), DONE)
    openai.on(CHAT, as_json(refusal, status=400), good)
    model = await connect()
    await completed(model)
    await completed(model)
    has_option = ["stream_options" in each.body for each in openai.asked(CHAT)]
    assert has_option == [True, False, False]


async def test_the_newer_name_of_the_limit_is_used_where_the_old_is_refused(
    openai: ScriptedServer, connect: Connect
) -> None:
    said_no = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'."
    refusal = as_json({"error": {"message": said_no}}, status=400)
    openai.on(CHAT, refusal, as_stream(said("a", "stop"), DONE))
    await completed(await connect())
    assert openai.asked(CHAT)[1].body["max_completion_tokens"] == 100


async def test_a_field_that_is_refused_twice_is_an_error(
    openai: ScriptedServer, connect: Connect
) -> None:
    refusal = {"error": {"message": "Unknown field: stream_options"}}
    with pytest.raises(ServerRefused):
        await answered(openai, connect, as_json(refusal, status=400))


async def test_loopback_is_never_sent_through_a_proxy(
    openai: ScriptedServer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    done = await answered(openai, connect, as_stream(said("a", "stop"), DONE))
    assert done.text == "a"


async def test_another_machine_is_reached_through_the_proxy(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", server.address)
    server.on("http://model.example/v1/models", as_json({"data": [{"id": "m"}]}))
    model = await connect_to("http://model.example", None, Settings(), Calibration())
    assert model.traits.name == "m"
    await model.aclose()


async def test_a_proxy_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "gopher://127.0.0.1:9")
    with pytest.raises(SettingsError, match="HTTPS_PROXY"):
        await connect_to("http://model.example", None, Settings(), Calibration())


# What is read


async def test_a_reply_is_streamed_piece_by_piece(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, as_stream(said("x = "), said("1"), said(None, "stop"), DONE))
    completion, shown = await completed(await connect())
    assert (completion.text, shown) == ("x = 1", ["x = ", "1"])


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
async def test_a_stream_may_be_cut_into_chunks_of_any_size(
    openai: ScriptedServer, connect: Connect, size: int
) -> None:
    chunks = as_stream(said("größer"), said(" 日本", "stop"), DONE, piece=size)
    assert (await answered(openai, connect, chunks)).text == "größer 日本"


async def test_a_compressed_stream_is_read(
    openai: ScriptedServer, connect: Connect
) -> None:
    packed = as_stream(said("x"), said("y", "stop"), DONE, packed=True)
    assert (await answered(openai, connect, packed)).text == "xy"


async def test_comments_and_blank_lines_are_passed_over(
    openai: ScriptedServer, connect: Connect
) -> None:
    noise = ": OPENROUTER PROCESSING\n\n\n\n: keep-alive\n\n"
    stream = as_stream(noise, said("x"), noise, said("y", "stop"), DONE)
    assert (await answered(openai, connect, stream)).text == "xy"


async def test_a_server_that_does_not_stream_is_read_all_the_same(
    openai: ScriptedServer, connect: Connect
) -> None:
    message = {"role": "assistant", "content": "x"}
    whole = {"choices": [{"message": message, "finish_reason": "stop"}]}
    assert (await answered(openai, connect, as_json(whole))).text == "x"


async def test_content_may_come_as_typed_parts(
    openai: ScriptedServer, connect: Connect
) -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "why"}]}
    parts = [thinking, {"type": "text", "text": "x"}]
    done = await answered(
        openai, connect, as_stream(said(None, "stop", content=parts), DONE)
    )
    assert (done.text, done.reasoning) == ("x", "why")


async def test_usage_is_read_from_the_last_chunk(
    openai: ScriptedServer, connect: Connect
) -> None:
    stream = as_stream(said("x", "stop"), used(20, 3), DONE)
    done = await answered(openai, connect, stream)
    assert done.usage == Usage(prompt_tokens=20, reply_tokens=3)


async def test_usage_may_be_missing(openai: ScriptedServer, connect: Connect) -> None:
    done = await answered(openai, connect, as_stream(said("x", "stop"), DONE))
    assert done.usage == Usage()


async def test_usage_of_zero_is_no_usage(
    openai: ScriptedServer, connect: Connect
) -> None:
    stream = as_stream(said("x", "stop"), used(0, 0), DONE)
    assert (await answered(openai, connect, stream)).usage == Usage()


async def test_usage_may_be_partial(openai: ScriptedServer, connect: Connect) -> None:
    counts = {"choices": [], "usage": {"completion_tokens": 3, "prompt_tokens": None}}
    done = await answered(openai, connect, as_stream(said("x", "stop"), counts, DONE))
    assert done.usage == Usage(reply_tokens=3)


async def test_cached_tokens_are_a_part_of_the_prompt(
    openai: ScriptedServer, connect: Connect
) -> None:
    counts = used(20, 3, prompt_tokens_details={"cached_tokens": 19})
    done = await answered(openai, connect, as_stream(said("x", "stop"), counts, DONE))
    assert done.usage.prompt_tokens == 20


async def test_usage_may_be_null_in_every_chunk_but_one(
    openai: ScriptedServer, connect: Connect
) -> None:
    null = {**said("x"), "usage": None}
    stream = as_stream(null, used(20, 3), {**said("y", "stop"), "usage": None}, DONE)
    done = await answered(openai, connect, stream)
    assert (done.text, done.usage.prompt_tokens) == ("xy", 20)


# How a reply ends


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("stop", FinishReason.STOP),
        ("length", FinishReason.LENGTH),
        ("content_filter", FinishReason.FILTERED),
        ("tool_calls", FinishReason.OTHER),
    ],
)
async def test_finish_reasons_are_told_apart(
    openai: ScriptedServer, connect: Connect, reason: str, expected: FinishReason
) -> None:
    done = await answered(openai, connect, as_stream(said("x", reason), DONE))
    assert done.finish_reason is expected


@pytest.mark.parametrize("reason", ["error", "insufficient_system_resource"])
async def test_a_reply_that_the_server_gave_up_is_broken(
    openai: ScriptedServer, connect: Connect, reason: str
) -> None:
    with pytest.raises(ReplyBroken):
        await answered(openai, connect, as_stream(said("x", reason), DONE))


async def test_a_finish_reason_of_null_to_the_end_is_no_stop(
    openai: ScriptedServer, connect: Connect
) -> None:
    done = await answered(openai, connect, as_stream(said("x"), DONE))
    assert done.finish_reason is FinishReason.OTHER


async def test_a_cut_off_reply_may_be_empty(
    openai: ScriptedServer, connect: Connect
) -> None:
    stream = as_stream(said(reasoning_content="hm"), said(None, "length"), DONE)
    done = await answered(openai, connect, stream)
    assert (done.text, done.finish_reason) == ("", FinishReason.LENGTH)


@pytest.mark.parametrize("content", ["", " \n"])
async def test_an_empty_reply_is_an_error(
    openai: ScriptedServer, connect: Connect, content: str
) -> None:
    with pytest.raises(ReplyEmpty):
        await answered(openai, connect, as_stream(said(content, "stop"), DONE))


async def test_an_empty_200_is_an_error(
    openai: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ReplyBroken):
        await answered(openai, connect, as_stream())


async def test_choices_of_null_are_no_reply(
    openai: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ReplyEmpty):
        await answered(openai, connect, as_stream({"choices": None}, DONE))


async def test_a_stream_without_a_finish_is_broken(
    openai: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ReplyBroken):
        await answered(openai, connect, as_stream(said("x = 1")))


async def test_a_connection_that_breaks_leaves_no_reply(
    openai: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ReplyBroken, match="Nothing of the reply was used"):
        await answered(openai, connect, as_stream(said("x = 1"), is_cut=True))


async def test_a_finished_reply_survives_a_broken_connection(
    openai: ScriptedServer, connect: Connect
) -> None:
    stream = as_stream(said("x", "stop"), is_cut=True)
    assert (await answered(openai, connect, stream)).text == "x"


async def test_half_an_event_is_no_reply(
    openai: ScriptedServer, connect: Connect
) -> None:
    half = json.dumps(said("y", "stop"))[:40]
    with pytest.raises(ReplyBroken):
        await answered(openai, connect, as_stream(said("x"), f"data: {half}"))


# Reasoning


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning", "thinking"])
async def test_reasoning_in_its_own_field_is_never_content(
    openai: ScriptedServer, connect: Connect, field: str
) -> None:
    openai.on(CHAT, as_stream(said(**{field: "why"}), said("x", "stop"), DONE))
    completion, shown = await completed(await connect())
    assert (completion.text, completion.reasoning, shown) == ("x", "why", ["x"])


async def test_inline_reasoning_over_many_chunks_is_never_content(
    openai: ScriptedServer, connect: Connect
) -> None:
    pieces = ["<", "think", ">wh", "y</th", "ink>", "\n\nx"]
    openai.on(CHAT, as_stream(*map(said, pieces), said(None, "stop"), DONE))
    completion, shown = await completed(await connect())
    assert (completion.text, completion.reasoning) == ("x", "why")
    assert "why" not in "".join(shown)


async def test_reasoning_whose_opening_tag_is_missing_is_never_content(
    openai: ScriptedServer, connect: Connect
) -> None:
    stream = as_stream(said("why\n</think>\n\nx = 1", "stop"), DONE)
    done = await answered(openai, connect, stream)
    assert (done.text, done.reasoning) == ("x = 1", "why")


async def test_reasoning_without_an_end_is_an_empty_reply(
    openai: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ReplyEmpty, match="thought aloud"):
        await answered(openai, connect, as_stream(said("<think>why", "stop"), DONE))


async def test_code_about_thinking_tags_is_content(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, as_stream(said("a\n</think>\nb", "stop"), DONE))
    prompt = a_prompt("write </think> on a line of its own")
    completion, _ = await completed(await connect(), prompt)
    assert completion.text == "a\n</think>\nb"


# Errors


async def test_an_error_object_inside_a_good_stream_is_an_error(
    openai: ScriptedServer, connect: Connect
) -> None:
    error = {"error": {"message": "out of memory", "code": 500}}
    with pytest.raises(ServerRefused, match="out of memory"):
        await answered(openai, connect, as_stream(said("x"), error, DONE))


async def test_an_error_object_in_a_good_body_is_an_error(
    openai: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ServerRefused, match="no such luck"):
        await answered(openai, connect, as_json({"error": "no such luck"}))


async def test_an_error_event_inside_a_good_stream_is_an_error(
    openai: ScriptedServer, connect: Connect
) -> None:
    event = 'event: error\ndata: {"message": "boom"}\n\n'
    with pytest.raises(ServerRefused, match="boom"):
        await answered(openai, connect, as_stream(said("x"), event))


async def test_an_error_within_a_choice_is_an_error(
    openai: ScriptedServer, connect: Connect
) -> None:
    choice = {"delta": {}, "finish_reason": "error", "error": {"message": "gone"}}
    with pytest.raises(ServerRefused, match="gone"):
        await answered(openai, connect, as_stream({"choices": [choice]}, DONE))


async def test_a_rate_limit_inside_a_stream_is_one(
    openai: ScriptedServer, connect: Connect
) -> None:
    error = {"error": {"message": "slow down", "code": 429}}
    with pytest.raises(RateLimited):
        await answered(openai, connect, as_stream(error))


async def test_an_error_in_an_array_is_read(
    openai: ScriptedServer, connect: Connect
) -> None:
    body = [{"error": {"message": "quota", "code": 400}}]
    with pytest.raises(ServerRefused, match="quota"):
        await answered(openai, connect, as_json(body, status=400))


async def test_a_web_page_is_no_reply(openai: ScriptedServer, connect: Connect) -> None:
    with pytest.raises(ServerRefused, match="web page"):
        await answered(openai, connect, as_body("<html>Sign in</html>"))


async def test_a_redirect_is_told_and_not_followed(
    openai: ScriptedServer, connect: Connect
) -> None:
    where = {"location": "https://elsewhere.example/v1/chat/completions"}
    moved = as_body("", status=308, headers=where)
    with pytest.raises(ServerRefused, match=r"elsewhere\.example"):
        await answered(openai, connect, moved)


async def test_data_that_is_no_json_is_a_broken_reply(
    openai: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ReplyBroken, match="no JSON"):
        await answered(openai, connect, as_stream("data: oops\n\n"))


async def test_a_server_that_hangs_up_is_unreachable(
    openai: ScriptedServer, connect: Connect
) -> None:
    with pytest.raises(ServerUnreachable):
        await answered(openai, connect, hanging_up)


async def test_a_server_that_has_gone_is_unreachable(
    openai: ScriptedServer, connect: Connect
) -> None:
    model = await connect()
    openai.server_close()
    with pytest.raises(ServerUnreachable, match="Nothing answers"):
        await completed(model)


# Limits


async def test_a_first_token_that_does_not_come_is_too_slow(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, silent)
    model = await connect(first_token_seconds=0.2)
    with pytest.raises(ReplyTooSlow, match="first_token_seconds"):
        await completed(model)


async def test_pings_are_no_first_token(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, then_silent(": ping\n\n", said(role="assistant")))
    model = await connect(first_token_seconds=0.2)
    with pytest.raises(ReplyTooSlow, match="first_token_seconds"):
        await completed(model)


async def test_a_pause_in_a_reply_is_too_slow(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, then_silent(said("x")))
    model = await connect(idle_seconds=0.2)
    with pytest.raises(ReplyTooSlow, match="idle_seconds"):
        await completed(model)


async def test_a_finished_reply_does_not_wait_for_its_counts_for_long(
    openai: ScriptedServer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litecode_nb.llm.http_model.GRACE_SECONDS", 0.1)
    done = await answered(openai, connect, then_silent(said("x", "stop")))
    assert done.text == "x"


async def test_a_stream_that_stays_open_after_its_end_is_left(
    openai: ScriptedServer, connect: Connect
) -> None:
    done = await answered(openai, connect, then_silent(said("x", "stop"), DONE))
    assert done.text == "x"


async def test_many_calls_run_side_by_side(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, as_stream(said("x", "stop"), DONE))
    model = await connect()
    done = await asyncio.gather(*(completed(model) for _ in range(5)))
    assert [completion.text for completion, _ in done] == ["x"] * 5


async def test_a_cancelled_call_closes_its_connection(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, then_silent(said("x")))
    model = await connect()
    has_begun = asyncio.Event()
    call = asyncio.create_task(model.complete(a_prompt(), lambda _: has_begun.set()))
    await has_begun.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await asyncio.to_thread(openai.hung_up.wait, 10)


async def test_a_server_that_ignores_the_limit_is_cut_off(
    openai: ScriptedServer, connect: Connect
) -> None:
    words = [said(f"word number {n}, ") for n in range(1000)]
    done = await answered(openai, connect, as_stream(*words, said("", "stop"), DONE))
    assert done.finish_reason is FinishReason.LENGTH


async def test_a_stream_of_too_many_bytes_is_cut_off(
    openai: ScriptedServer, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("litecode_nb.llm.streaming.MOST_BYTES", 10_000)
    noise = [": nothing\n\n" * 2000]
    done = await answered(openai, connect, as_stream(said("x"), *noise, DONE))
    assert done.finish_reason is FinishReason.LENGTH


async def test_a_reply_that_repeats_itself_is_stopped(
    openai: ScriptedServer, connect: Connect
) -> None:
    lines = [said("print(x)\n") for _ in range(300)]
    with pytest.raises(ReplyEndless):
        await answered(openai, connect, as_stream(*lines, said("", "stop"), DONE))


async def test_reasoning_that_repeats_itself_is_stopped(
    openai: ScriptedServer, connect: Connect
) -> None:
    thoughts = [said(reasoning="Wait, let me think. ") for _ in range(150)]
    with pytest.raises(ReplyEndless):
        await answered(openai, connect, as_stream(*thoughts, said("x", "stop"), DONE))


# Counts


CODE = "def area(width: float, height: float) -> float:\n    return width * height\n"


async def test_a_larger_report_raises_the_count_at_once(
    openai: ScriptedServer, connect: Connect
) -> None:
    prompt = a_prompt(CODE * 40)
    openai.on(CHAT, as_stream(said("x", "stop"), used(2000, 1), DONE))
    model = await connect()
    before = model.counter.count_messages(prompt.messages)
    await completed(model, prompt)
    assert before < 2000 <= model.counter.count_messages(prompt.messages)


async def test_what_was_learnt_is_shared_by_all_who_share_the_calibration(
    openai: ScriptedServer, connect: Connect
) -> None:
    calibration = Calibration()
    openai.on(CHAT, as_stream(said("x", "stop"), used(2000, 1), DONE))
    await completed(await connect(calibration=calibration), a_prompt(CODE * 40))
    assert calibration.factor("llama-3.1-8b") > 1


async def test_a_prompt_that_was_cut_by_half_has_no_reply(
    openai: ScriptedServer, connect: Connect
) -> None:
    prompt = a_prompt(CODE * 100)
    openai.on(CHAT, as_stream(said("x", "stop"), used(800, 1), DONE))
    with pytest.raises(PromptWasCut, match="read 800 of at least"):
        await completed(await connect(), prompt)


async def test_a_short_prompt_is_never_called_cut(
    openai: ScriptedServer, connect: Connect
) -> None:
    prompt = a_prompt(CODE * 10)
    openai.on(CHAT, as_stream(said("x", "stop"), used(30, 1), DONE))
    assert (await completed(await connect(), prompt))[0].text == "x"


async def test_a_tokenizer_that_is_better_at_chinese_is_not_called_cut(
    openai: ScriptedServer, connect: Connect
) -> None:
    prompt = a_prompt("你好世界我们在这里学习编程" * 100)
    openai.on(CHAT, as_stream(said("x", "stop"), used(800, 1), DONE))
    assert (await completed(await connect(), prompt))[0].text == "x"


async def test_a_count_of_zero_says_nothing_about_cutting(
    openai: ScriptedServer, connect: Connect
) -> None:
    openai.on(CHAT, as_stream(said("x", "stop"), used(0, 1), DONE))
    assert (await completed(await connect(), a_prompt(CODE * 100)))[0].text == "x"


async def test_numbers_of_a_refusal_make_the_next_prompt_smaller(
    openai: ScriptedServer, connect: Connect
) -> None:
    prompt = a_prompt(CODE * 40)
    said_no = (
        "This model's maximum context length is 1000 tokens. However, you requested "
        "2100 tokens (2000 in the messages, 100 in the completion)."
    )
    openai.on(CHAT, as_json({"error": {"message": said_no}}, status=400))
    model = await connect()
    with pytest.raises(ContextExceeded):
        await completed(model, prompt)
    assert model.counter.count_messages(prompt.messages) >= 2000
    assert model.traits.context_window == 1000


# Secrets


ECHO = {"error": {"message": f"Incorrect API key provided: {KEY}"}}


@pytest.mark.parametrize(
    "step",
    [
        as_json(ECHO, status=401),
        as_json(ECHO, status=500),
        as_stream(ECHO),
        hanging_up,
        as_stream(said("x"), is_cut=True),
        as_stream("data: oops\n\n"),
    ],
)
async def test_no_traceback_shows_the_key(
    openai: ScriptedServer, connect: Connect, step: Step
) -> None:
    openai.on(CHAT, step)
    model = await connect(key=KEY)
    with pytest.raises(ModelError) as caught:
        await completed(model)
    shown = traceback.TracebackException.from_exception(
        caught.value, capture_locals=True
    )
    assert KEY not in "".join(shown.format())


@pytest.mark.usefixtures("openai")
async def test_nothing_in_memory_that_can_be_printed_shows_the_key(
    connect: Connect,
) -> None:
    model = await connect(key=KEY)
    ours = [each for each in gc.get_objects() if _is_ours(each)]
    assert model in ours
    assert not any(KEY in repr(each) for each in ours)


def _is_ours(value: object) -> bool:
    # Some classes describe their module by something that is no text.
    return str(type(value).__module__).startswith("litecode_nb.llm")
