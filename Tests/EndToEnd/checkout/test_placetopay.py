"""PlacetoPay's Checkout for a merchant's backend: sessions, notifications, and what goes wrong; the signatures come
from
placetopay_reference.py."""

import json

import pytest

import placetopay_reference as reference
from holder import private_file
from placetopay_sandbox import SECRET, PlacetoPay

HALF_HOUR = 1800


@pytest.fixture(scope="module")
def checkout(toque):
    with PlacetoPay.open(toque) as checkout:
        yield checkout


def text(status):
    return f"{status['status']} {status['reason']}"


# Signatures


@pytest.mark.parametrize(
    "nonce, seed, secret, proof",
    [
        ("927342197", "2023-06-21T09:56:06-05:00", "siteSecretKey", "1HeFKdVDB63DIerOEcyoLWAVZj5OfwZPExqRLAKS2W4="),
        ("6149ed880b3a7", "2023-10-17T16:22-0500", "siteSecretKey", "unuHkaAapZBIe695HJxCNfGmB2XLKG7RjndR+PjezA4="),
        ("6149ed880b3a7", "2023-10-17T17:13-0500", "siteSecretKey", "/NiGRFNoJ6/074d1Zj1eDMrL+KBQepxT7wr4EiiHaLs="),
        ("0", "2024-02-29T23:59:59Z", "p4ss/wörd+=", "yL+18GJYnUQuWeC3tq/ZvMbnxVbuXbfaaa3vmdxUSg8="),
        ("927342", "2023-10-17T16:22:05-05:00", "siteSecretKey", "76nZJNdZdyriJJdlq6qcPV/MU48RKsvo4xFl/LKh4iw="),
    ],
)
def test_proofs_match_the_computed_vectors(nonce, seed, secret, proof):
    assert reference.tran_key(nonce.encode(), seed, secret) == proof


@pytest.mark.parametrize(
    "request_id, word, date, revision, signature",
    [
        (1234, "APPROVED", "2019-01-01T12:00:00-05:00", "sha1", "9f83f1efc8ace00aaca07b8750df1e261b95a1ab"),
        (
            1234, "APPROVED", "2019-01-01T12:00:00-05:00", "sha256",
            "sha256:97c40fef1ed74b710a6837d8014f931d41c7caeac333bffa4dc75ed178a6b0e3",
        ),
        (2630139, "REJECTED", "2026-01-31T07:00:00-05:00", "sha1", "0fb5da3dc891bb7a2be52949cd688abe23cde58a"),
        (
            2630139, "REJECTED", "2026-01-31T07:00:00-05:00", "sha256",
            "sha256:073c7f801f6c7575d3b16c27bc40ab5fe950d44f6edf756422a044eb004e687a",
        ),
    ],
)  # fmt: skip
def test_signatures_match_the_computed_vectors(request_id, word, date, revision, signature):
    notification = {"status": {"status": word, "date": date}, "requestId": request_id}
    assert reference.signature(notification, "siteSecretKey", revision) == signature


def test_python_and_swift_generate_the_same_proofs_and_signatures():
    """Tests/CheckoutContractsTests has the same number."""
    expected = "d6fce28f23571baf121d9a48d3dc636b4d4eec8b99e13133f3f63d41c428538a"
    assert reference.digest_of_generated(1000) == expected


def test_the_sandbox_and_python_accept_the_same_requests(checkout):
    request, _ = checkout.session()
    right = checkout.auth()
    changes = [{}, {"nonce": "!"}, {"seed": "now"}, {"nonce": "MA=="}, {"tranKey": "MA=="}]
    changes += [{"seed": checkout.seed(seconds)} for seconds in (1, 301, -301)]
    others = [right | change for change in changes]
    others += [checkout.auth(seconds=seconds) for seconds in (300, -300, 301, -301)] + [checkout.auth(secret="other")]
    for auth in others:
        expected = reference.judge(auth, SECRET, checkout.now)
        status, answer = checkout.post(f"/{request}", auth)
        if expected is None:
            assert status == 200, answer
        else:
            assert (status, answer["status"]["reason"]) == (401, 401)
            assert answer["status"]["message"] == f"Authentication failed {expected}"


# Outcomes: scenario, the person's steps, whether in parts, seconds at the end; status, attempts

DECLINED = "REJECTED 05"
OUTCOMES = [
    (None, ["approve"], False, 0, "APPROVED 00", ["APPROVED 00"]),
    (None, [], False, 0, "PENDING PT", []),
    (None, [], False, HALF_HOUR, "REJECTED EX", []),
    (None, ["decline", "approve"], False, 0, "APPROVED 00", [DECLINED, "APPROVED 00"]),
    (None, ["cancel"], False, 0, "REJECTED ?C", []),
    (None, ["decline"] * 10, False, 0, "REJECTED XN", [DECLINED] * 10),
    ("transaction.05", ["approve"], False, 0, "PENDING PT", [DECLINED]),
    ("transaction.51", ["approve"], False, 0, "PENDING PT", ["REJECTED 51"]),
    ("transaction.61", ["approve"], False, HALF_HOUR, "REJECTED EX", ["REJECTED 61"]),
    ("transaction.65", ["approve"], False, 0, "PENDING PT", ["REJECTED 65"]),
    ("transaction.XN", ["approve"], False, 0, "REJECTED XN", [DECLINED]),
    ("transaction.?C", [], False, 0, "REJECTED ?C", []),
    ("transaction.MC", [], False, 0, "REJECTED MC", []),
    ("transaction.EX", [], False, 0, "REJECTED EX", []),
    ("transaction.PX", ["approve"], True, 0, "PARTIAL_EXPIRED PX", ["APPROVED 00"]),
    ("transaction.pending", ["approve"], False, 0, "PENDING PT", ["PENDING PT"]),
    ("transaction.pending", ["approve"], False, 60, "APPROVED 00", ["APPROVED 00"]),
    ("session.partial", ["approve"], True, 0, "APPROVED_PARTIAL P0", ["APPROVED 00"]),
    ("session.partial", ["approve"] * 2, True, 0, "APPROVED 00", ["APPROVED 00"] * 2),
    ("session.partial", ["approve"], True, HALF_HOUR, "PARTIAL_EXPIRED PX", ["APPROVED 00"]),
    ("never_answers", ["approve"], False, HALF_HOUR, "REJECTED EX", ["REJECTED EX"]),
    ("slow", ["approve"], False, 60, "APPROVED 00", ["APPROVED 00"]),
]


@pytest.mark.parametrize("scenario, person, in_parts, seconds, status, attempts", OUTCOMES)
def test_a_session_ends_as_the_table_says(checkout, scenario, person, in_parts, seconds, status, attempts):
    request, page = checkout.session(checkout.order(in_parts=in_parts), scenario)
    for decision in person:
        checkout.choose(decision, page)
    if seconds:
        checkout.advance(seconds)
    shown = checkout.information(request)
    assert text(shown["status"]) == status
    assert [text(each["status"]) for each in shown["payment"] or []] == attempts
    if shown["status"]["status"] in ("APPROVED", "REJECTED", "PARTIAL_EXPIRED"):
        (told,) = checkout.told(request, 1)
        assert told.body["status"] == shown["status"]
        assert told.body["reference"] == shown["request"]["payment"]["reference"]
        assert told.body["signature"].startswith("sha256:")
        assert checkout.is_genuine(told)
        assert not reference.is_signed(told.body | {"requestId": request + 1}, SECRET)
    else:
        assert checkout.told(request) == []


def test_every_scenario_of_placetopay_is_in_the_table(checkout):
    """The other scenarios, about the transport, are common to all providers."""
    known = {each["name"] for each in checkout.control("GET", "scenarios")["scenarios"]}
    own = {name for name in known if name.startswith(("transaction.", "session."))}
    assert own == {row[0] for row in OUTCOMES if row[0] and row[0].startswith(("transaction.", "session."))}


# Sessions


def test_an_amount_and_a_card_choose_the_banks_answer(checkout):
    request, page = checkout.session(checkout.order(9000.02))
    checkout.choose("approve", page)
    assert checkout.card(page, "tok_transaction.65")[0] == 200
    checkout.choose("approve", page)
    shown = checkout.information(request)
    assert [text(each["status"]) for each in shown["payment"]] == ["REJECTED 51", "REJECTED 65"]


def test_a_payment_in_parts_adds_up(checkout):
    request, page = checkout.session(checkout.order(100.10, in_parts=True))
    for amount, status in [(33.37, "APPROVED_PARTIAL P0"), (66.72, "APPROVED_PARTIAL P0"), (0.01, "APPROVED 00")]:
        assert checkout.card(page, "tok_success", amount)[0] == 200
        checkout.choose("approve", page)
        assert text(checkout.information(request)["status"]) == status
    payments = checkout.information(request)["payment"]
    assert [each["amount"]["from"]["total"] for each in payments] == [33.37, 66.72, 0.01]


def test_a_merchant_cancels_an_unpaid_session(checkout):
    request, page = checkout.session()
    status, answer = checkout.post(f"/{request}/cancel")
    assert (status, text(answer["status"]), text(answer["session"]["status"])) == (200, "OK 00", "REJECTED MC")
    assert checkout.send("POST", page, {"decision": "decline"})[0] == 409
    paid, page = checkout.session()
    checkout.choose("approve", page)
    status, answer = checkout.post(f"/{paid}/cancel")
    assert (status, text(answer["status"])) == (400, "FAILED BR")


@pytest.mark.parametrize(
    "path, value",
    [
        ("payment.reference", "r" * 33),
        ("payment.description", "d" * 256),
        ("payment.amount.total", 0),
        ("payment.amount.total", -1),
        ("payment.amount.total", 0.001),
        ("payment.amount.total", "1"),
        ("payment.amount.currency", "cop"),
        ("payment.amount.details", [{"kind": "other", "amount": 1}]),
        ("buyer.name", "n" * 61),
        ("returnUrl", "https://loja.example/" + "r" * 235),
        ("returnUrl", "javascript:alert(1)"),
        ("cancelUrl", "http://loja.example/"),
        ("ipAddress", "1" * 47),
        ("userAgent", None),
        ("expiration", "2026-03-01"),
        ("subscription", {"reference": "s"}),
        ("payment.recurring", {"periodicity": "M"}),
        ("payment.dispersion", [{}]),
    ],
)
def test_an_invalid_member_is_refused_by_name(checkout, path, value):
    order = checkout.order()
    *parents, name = path.split(".")
    place = order
    for parent in parents:
        place = place.setdefault(parent, {})
    place[name] = value
    status, answer = checkout.post("", **order)
    assert (status, text(answer["status"])) == (400, "FAILED BR")
    assert path in answer["status"]["message"]


def test_an_unknown_session_is_404(checkout):
    status, answer = checkout.post("/1000000")
    assert (status, answer["status"]["status"]) == (404, "FAILED")


def test_a_replayed_auth_is_refused(checkout):
    order, auth = checkout.order(), checkout.auth()
    assert checkout.post("", auth, **order)[0] == 200
    status, answer = checkout.post("", auth, **order)
    assert (status, answer["status"]["message"]) == (401, "Authentication failed 102")


def test_the_option_auth_replay_accepts_replays(toque):
    with PlacetoPay.open(toque, "--auth-replay", "accept") as checkout:
        auth = checkout.auth()
        assert [checkout.post("", auth, **checkout.order())[1]["requestId"] for _ in range(2)] == [1, 2]


# Notifications


def test_a_notification_is_sent_once_and_in_the_earlier_revision(toque):
    """Whatever the answer."""
    with PlacetoPay.open(toque, "--notification-signature", "sha1", answer=lambda _: 500) as checkout:
        checkout.control("POST", "trigger", {"event": "session.rejected", "reason": "?C"})
        (told,) = checkout.receiver.wait(1)
        checkout.advance(86_400)
        (delivery,) = checkout.control("GET", "deliveries")["deliveries"]
        assert len(delivery["attempts"]) == 1
        assert (text(told.body["status"]), len(told.body["signature"])) == ("REJECTED ?C", 40)
        assert checkout.is_genuine(told)
        assert len(checkout.receiver.received) == 1


def test_a_badly_signed_notification_is_detected(toque):
    with PlacetoPay.open(toque, "--scenario", "webhook_badly_signed") as checkout:
        request, page = checkout.session()
        checkout.choose("cancel", page)
        (told,) = checkout.told(request, 1)
        # A merchant that distrusts the notification asks for the status.
        assert text(checkout.information(request)["status"]) == "REJECTED ?C"
        assert not checkout.is_genuine(told)


# What is never stored


def test_card_data_and_secrets_are_in_no_journal(toque):
    number, secret = "4111111111111111", "a-secret-of-a-site"
    keys = private_file(toque.folder / "placetopay-keys", f"site-1:{secret}\n")
    with PlacetoPay.open(toque, "--api-keys", keys) as checkout:
        order = checkout.order()
        for place in (order["payment"], order["buyer"]):
            place["description"], kept = number, place.get("description")
            auth = checkout.auth(secret, login="site-1")
            assert checkout.post("", auth, **order)[0] == 400
            place["description"] = kept
        auth = checkout.auth(secret, login="site-1")
        assert checkout.post("", auth, **checkout.order())[0] == 200
        requests = checkout.control("GET", "requests?limit=1000")
        state = checkout.control("GET", "state")
    for kept in (json.dumps(requests), json.dumps(state)):
        assert number not in kept
        assert secret not in kept
        assert auth["tranKey"] not in kept
