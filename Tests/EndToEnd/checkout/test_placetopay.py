"""PlacetoPay's Checkout for a merchant's backend: sessions, notifications, and what goes wrong; signatures are made and
judged by placetopay_reference.py."""

import concurrent.futures
import datetime
import http.client
import itertools
import json
import urllib.error
import urllib.request

import pytest

import placetopay_reference as reference
from contract import Contract
from receiver import Receiver
from simulator import Simulator

SITE = "sandbox"
SECRET = "sandbox"
START = "2026-03-01T12:00:00Z"
HALF_HOUR = 1800


class Checkout:
    """The sandbox with its merchant and its payer. Its clock stands still until it is moved."""

    def __init__(self, toque, url, receiver, folder):
        self.toque, self.url, self.receiver = toque, url, receiver
        self.passkey = ["--store", folder / "store.sqlite", "--gesture", "approve"]
        self.now = datetime.datetime.fromisoformat(START)
        self.nonces = itertools.count(1)
        self.references = (f"order-{number}" for number in itertools.count(1))

    def send(self, method, path, body=None, headers=None):
        """The status and the JSON of an answer, which is as the document says."""
        request = urllib.request.Request(
            path if path.startswith("http") else self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Accept": "application/json"} | (headers or {}),
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, fields, text = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, fields, text = error.code, error.headers, error.read()
        if path.startswith("/api/"):
            Contract.of(self.url).check(method, path, status, fields, text)
        return status, json.loads(text) if text else None

    def control(self, method, path, body=None):
        status, answer = self.send(method, f"/_toque/{path}", body)
        assert status < 300, answer
        return answer

    def advance(self, seconds):
        self.control("POST", "clock/advance", {"seconds": seconds})
        self.now += datetime.timedelta(seconds=seconds)

    # The merchant

    def seed(self, seconds=0):
        moment = self.now + datetime.timedelta(seconds=seconds)
        return moment.astimezone(reference.COLOMBIA).isoformat(timespec="seconds")

    def auth(self, secret=SECRET, seconds=0, login=SITE):
        return reference.auth(login, secret, str(next(self.nonces)).encode(), self.seed(seconds))

    def post(self, path, auth=None, headers=None, **members):
        return self.send("POST", f"/api/session{path}", {"auth": auth or self.auth()} | members, headers)

    def order(self, total=165000.0, in_parts=False):
        return {
            "locale": "es_CO",
            "buyer": {"document": "1040035000", "documentType": "CC", "name": "Ana", "surname": "Exemplo"},
            "payment": {
                "reference": next(self.references),
                "description": "Livros; chá",
                "amount": {"currency": "COP", "total": total},
                "allowPartial": in_parts,
            },
            "returnUrl": "redirection://receipt?return",
            "cancelUrl": "https://loja.example/cancel",
            "ipAddress": "127.0.0.1",
            "userAgent": "test",
        }

    def session(self, order=None, scenario=None):
        """A new session's number and page."""
        headers = {"X-Toque-Scenario": scenario} if scenario else None
        status, answer = self.post("", headers=headers, **(order or self.order()))
        assert (status, answer["status"]["status"], answer["status"]["reason"]) == (200, "OK", "PC"), answer
        return answer["requestId"], answer["processUrl"]

    def information(self, request):
        status, answer = self.post(f"/{request}")
        assert status == 200, answer
        return answer

    def notifications(self, request, count=1):
        """Those about a session, once there are so many."""

        def about(received):
            return [each.body for each in received if each.body["requestId"] == request]

        return about(self.receiver.wait_until(lambda received: len(about(received)) >= count))

    # The payer

    def decide(self, decision, page):
        if decision == "approve":
            return self.toque.output("approve", page, "--json", *self.passkey)["outcome"]
        status, answer = self.send("POST", page, {"decision": decision})
        assert status == 200, answer
        return answer["outcome"]

    def card(self, page, token, amount=None):
        body = {"token": token} | ({} if amount is None else {"amount": amount})
        return self.send("POST", f"{page}/card", body)


@pytest.fixture(scope="module")
def checkout(toque, tmp_path_factory):
    with Receiver() as receiver:
        arguments = ["--provider", "placetopay", "--port", 0, "--memory", "--now", START, "--webhook", receiver.url]
        with Simulator(toque, *arguments) as simulator:
            yield Checkout(toque, simulator.url, receiver, tmp_path_factory.mktemp("payer"))


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
def test_the_computed_proofs_are_met(nonce, seed, secret, proof):
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
def test_the_computed_signatures_are_met(request_id, word, date, revision, signature):
    notification = {"status": {"status": word, "date": date}, "requestId": request_id}
    assert reference.signature(notification, "siteSecretKey", revision) == signature


def test_generated_proofs_and_signatures_are_those_of_swift():
    """Tests/CheckoutContractsTests has the same number."""
    expected = "d6fce28f23571baf121d9a48d3dc636b4d4eec8b99e13133f3f63d41c428538a"
    assert reference.digest_of_generated(1000) == expected


def test_the_sandbox_judges_requests_as_python_does(checkout):
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


# Outcomes: scenario, what the person does, whether in parts, seconds that go by in the end; status, attempts

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
def test_outcome(checkout, scenario, person, in_parts, seconds, status, attempts):
    request, page = checkout.session(checkout.order(in_parts=in_parts), scenario)
    for decision in person:
        checkout.decide(decision, page)
    if seconds:
        checkout.advance(seconds)
    shown = checkout.information(request)
    assert text(shown["status"]) == status
    assert [text(each["status"]) for each in shown["payment"] or []] == attempts
    if shown["status"]["status"] in ("APPROVED", "REJECTED", "PARTIAL_EXPIRED"):
        (told,) = checkout.notifications(request)
        assert told["status"] == shown["status"]
        assert told["reference"] == shown["request"]["payment"]["reference"]
        assert told["signature"].startswith("sha256:")
        assert reference.is_signed(told, SECRET)
        assert not reference.is_signed(told | {"requestId": request + 1}, SECRET)
    else:
        assert not [each for each in checkout.receiver.received if each.body["requestId"] == request]


def test_every_scenario_ends_as_the_table_says(checkout):
    """Those besides, of the way, are for all providers."""
    known = {each["name"] for each in checkout.control("GET", "scenarios")["scenarios"]}
    own = {name for name in known if name.startswith(("transaction.", "session."))}
    assert own == {row[0] for row in OUTCOMES if row[0] and row[0].startswith(("transaction.", "session."))}


# Sessions


def test_an_amount_and_a_card_choose_what_the_bank_says(checkout):
    request, page = checkout.session(checkout.order(9000.02))
    checkout.decide("approve", page)
    assert checkout.card(page, "tok_transaction.65")[0] == 200
    checkout.decide("approve", page)
    shown = checkout.information(request)
    assert [text(each["status"]) for each in shown["payment"]] == ["REJECTED 51", "REJECTED 65"]


def test_a_payment_in_parts_adds_up(checkout):
    request, page = checkout.session(checkout.order(100.10, in_parts=True))
    for amount, status in [(33.37, "APPROVED_PARTIAL P0"), (66.72, "APPROVED_PARTIAL P0"), (0.01, "APPROVED 00")]:
        assert checkout.card(page, "tok_success", amount)[0] == 200
        checkout.decide("approve", page)
        assert text(checkout.information(request)["status"]) == status
    payments = checkout.information(request)["payment"]
    assert [each["amount"]["from"]["total"] for each in payments] == [33.37, 66.72, 0.01]


def test_a_merchant_cancels_what_is_not_paid(checkout):
    request, page = checkout.session()
    status, answer = checkout.post(f"/{request}/cancel")
    assert (status, text(answer["status"]), text(answer["session"]["status"])) == (200, "OK 00", "REJECTED MC")
    assert checkout.send("POST", page, {"decision": "decline"})[0] == 409
    paid, page = checkout.session()
    checkout.decide("approve", page)
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
def test_a_wrong_member_is_refused_by_its_name(checkout, path, value):
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


def test_a_request_counts_once(checkout):
    order, auth = checkout.order(), checkout.auth()
    assert checkout.post("", auth, **order)[0] == 200
    status, answer = checkout.post("", auth, **order)
    assert (status, answer["status"]["message"]) == (401, "Authentication failed 102")


def test_1000_identical_requests_at_once_make_one_session(checkout):
    order, auth = checkout.order(), checkout.auth()
    body = json.dumps({"auth": auth} | order)
    host = checkout.url.removeprefix("http://")

    def many(count):
        connection = http.client.HTTPConnection(host, timeout=60)
        statuses = []
        for _ in range(count):
            connection.request("POST", "/api/session", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            statuses.append(answer.status)
            answer.read()
        connection.close()
        return statuses

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        statuses = sorted(itertools.chain.from_iterable(pool.map(many, [50] * 20)))
    assert statuses == [200] + [401] * 999


def test_replays_pass_where_they_are_accepted(toque):
    arguments = ["--provider", "placetopay", "--port", 0, "--memory", "--now", START]
    with Simulator(toque, *arguments, "--auth-replay", "accept") as simulator:
        checkout = Checkout(toque, simulator.url, None, toque.folder)
        auth = checkout.auth()
        assert [checkout.post("", auth, **checkout.order())[1]["requestId"] for _ in range(2)] == [1, 2]


# Notifications


def test_a_notification_is_sent_once_and_in_the_earlier_revision(toque):
    """Whatever comes back."""
    with Receiver(lambda _: 500) as receiver:
        arguments = ["--provider", "placetopay", "--port", 0, "--memory", "--now", START, "--webhook", receiver.url]
        with Simulator(toque, *arguments, "--notification-signature", "sha1") as simulator:
            checkout = Checkout(toque, simulator.url, receiver, toque.folder)
            checkout.control("POST", "trigger", {"event": "session.rejected", "reason": "?C"})
            (told,) = (each.body for each in receiver.wait(1))
            checkout.advance(86_400)
            (delivery,) = checkout.control("GET", "deliveries")["deliveries"]
            assert len(delivery["attempts"]) == 1
    assert (text(told["status"]), len(told["signature"])) == ("REJECTED ?C", 40)
    assert reference.is_signed(told, SECRET)
    assert len(receiver.received) == 1


def test_a_badly_signed_notification_is_noticed(toque):
    with Receiver() as receiver:
        arguments = ["--provider", "placetopay", "--port", 0, "--memory", "--now", START, "--webhook", receiver.url]
        with Simulator(toque, *arguments, "--scenario", "webhook_badly_signed") as simulator:
            checkout = Checkout(toque, simulator.url, receiver, toque.folder)
            request, page = checkout.session()
            checkout.decide("cancel", page)
            (told,) = checkout.notifications(request)
            # The status is asked for where a notification is not to be believed.
            assert text(checkout.information(request)["status"]) == "REJECTED ?C"
    assert not reference.is_signed(told, SECRET)


# What is kept nowhere


def test_card_data_and_secrets_are_in_no_journal(toque):
    number, secret = "4111111111111111", "a-secret-of-a-site"
    keys = toque.folder / "placetopay-keys"
    keys.write_text(f"site-1:{secret}\n")
    keys.chmod(0o600)
    arguments = ["--provider", "placetopay", "--port", 0, "--memory", "--now", START, "--api-keys", keys]
    with Simulator(toque, *arguments) as simulator:
        checkout = Checkout(toque, simulator.url, None, toque.folder)
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
