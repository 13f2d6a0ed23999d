"""Two clients change the same payment at once, each over its own connection: one wins, the other is refused in the
provider's words, and money moves once. Identical requests at once, up to 1,000 of them, make one payment and one
charge."""

import collections
import functools
import itertools

import pytest

from ecommpay_sandbox import Ecommpay
from extent import extent
from payment_stages import STAGES
from placetopay_sandbox import PlacetoPay
from racing import race
from takeme_sandbox import TakeMe
from yuno_sandbox import Yuno


def said(answer):
    """Returns the status of an answer, with the provider's code of a refusal."""
    if answer.status < 300:
        return str(answer.status)
    body = answer.json
    places = body, body.get("error"), body.get("status")
    [code] = [each[name] for each in places if isinstance(each, dict) for name in ("code", "reason") if name in each]
    return f"{answer.status} {code}"


def stages(is_ours=lambda stage: True):
    rows = [(provider, name) for provider in STAGES for name, stage in STAGES[provider].items() if is_ours(stage)]
    ids = [f"{provider.provider}: {name}" for provider, name in rows]
    return pytest.mark.parametrize("provider, name", rows, ids=ids)


@extent("repetitions", [1], [4])
@stages()
def test_of_two_changes_at_once_one_wins(sandboxes, provider, name, repetitions):
    sandbox, stage = sandboxes(provider), STAGES[provider][name]
    pairs = itertools.combinations_with_replacement(stage.changes, 2)
    for repetition, names in itertools.product(range(repetitions), pairs):
        at = stage.begin(sandbox)
        rivals = [stage.changes[name] for name in names]
        answers = race(repetition, *(sandbox.racer(lambda: rival.send(sandbox, at)) for rival in rivals))
        won, lost = sorted(range(2), key=lambda index: answers[index].status)
        assert answers[won].status in (200, 201), (names, answers)
        if rivals[0] is rivals[1] and answers[lost].status < 300:
            assert rivals[0].has_key and answers[0].content == answers[1].content, (names, answers)
        else:
            assert said(answers[lost]) in rivals[lost].refusals, (names, answers)
        outcome = sandbox.word(at.payment), sandbox.moved(at.payment)
        assert outcome == (rivals[won].status, rivals[won].moved), names


@extent("repetitions", [1], [4])
@stages(lambda stage: stage.clock)
def test_a_change_at_its_deadline_counts_or_comes_too_late(sandboxes, provider, name, repetitions):
    sandbox, stage = sandboxes(provider), STAGES[provider][name]
    seconds, end = stage.clock
    for repetition, name in itertools.product(range(repetitions), stage.changes):
        at, change = stage.begin(sandbox), stage.changes[name]
        known = len(sandbox.history(at.payment))
        answer, advanced = race(
            repetition, sandbox.racer(lambda: change.send(sandbox, at)), sandbox.racer(lambda: sandbox.advance(seconds))
        )
        sandbox.advance(0)
        assert advanced.status == 200
        event = sandbox.history(at.payment)[known]["event"]
        if answer.status >= 300:
            assert said(answer) in change.refusals, (name, answer)
            assert event == end, name
        else:
            assert event != end or name == "expire", name


# Identical requests


def session_of(ecommpay):
    options = ecommpay.options()
    return lambda: ecommpay.open_session(options)


def auth_of(placetopay):
    order = placetopay.order() | {"auth": placetopay.auth()}
    return lambda: placetopay.send("POST", "/api/session", order)


def source_of(takeme):
    return lambda: takeme.create(key="the only one")


def payment_of(yuno):
    session = yuno.session()
    return lambda: yuno.pay(session, "PIX")


@extent("count", [100], [1000])
@pytest.mark.parametrize(
    "provider, request_of, first, others",
    [
        (Ecommpay, session_of, "201", "200"),
        (PlacetoPay, auth_of, "200", "401 401"),
        (TakeMe, source_of, "201", "201"),
        (Yuno, payment_of, "201", "200"),
    ],
)
def test_identical_requests_at_once_make_one_payment(toque, provider, request_of, first, others, count):
    with provider.open(toque) as sandbox:
        racer = functools.partial(sandbox.racer, request_of(sandbox))
        answers = race(0, *(racer() for _ in range(count)))
        assert collections.Counter(map(said, answers)) == collections.Counter([first] + [others] * (count - 1))
        # All accepted requests return the same payment.
        assert len({answer.content for answer in answers if answer.status < 300}) == 1
        made = [event for event in sandbox.events() if event["type"].endswith(".created")]
        assert [event["data"]["from"] for event in made] == [None]


@extent("count", [100], [1000])
@pytest.mark.parametrize(
    "provider, stage, name",
    [
        (Ecommpay, "opened", "pay"), (Ecommpay, "at the issuer", "approve"), (Ecommpay, "held", "capture"),
        (Ecommpay, "paid", "refund more than half"), (PlacetoPay, "open", "approve"),
        (TakeMe, "chargeable", "charge"), (TakeMe, "chargeable", "charge with a key"),
        (Yuno, "held", "capture"), (Yuno, "held", "capture with a key"), (Yuno, "paid", "refund more than half"),
    ],
)  # fmt: skip
def test_identical_requests_at_once_move_money_once(sandboxes, provider, stage, name, count):
    sandbox, stage = sandboxes(provider), STAGES[provider][stage]
    at, change = stage.begin(sandbox), stage.changes[name]
    racer = functools.partial(sandbox.racer, lambda: change.send(sandbox, at))
    answers = race(0, *(racer() for _ in range(count)))
    taken = [answer for answer in answers if answer.status < 300]
    assert taken
    assert {said(answer) for answer in answers if answer.status >= 300} <= set(change.refusals)
    # An idempotency key repeats the first answer.
    assert len({answer.content for answer in taken}) == 1
    assert len(taken) == 1 or change.has_key
    assert (sandbox.word(at.payment), sandbox.moved(at.payment)) == (change.status, change.moved)
