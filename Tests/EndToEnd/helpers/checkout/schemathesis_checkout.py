"""Signs what schemathesis makes for checkout providers, and leads it to objects that there are: a schema can say
neither. What lacks a signature where one belongs stays without it, and what is no id stays as it is."""

import itertools
import re

import schemathesis

import ecommpay_reference
import placetopay_reference
import schemathesis_hooks  # noqa: F401, what it leaves out is left out here too

ECOMMPAY_PROJECT, ECOMMPAY_SECRET = "10", "your_secret"
PLACETOPAY_SITE = PLACETOPAY_SECRET = "sandbox"

# Where answers tell the ids that requests name; those of one pattern belong together.
UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
TOLD = [
    rf'"(?:checkout_)?session":"(?P<session>{UUID}|[\w-]{{22}}\.{UUID})"',
    rf'^{{"id":"(?P<id>{UUID})".*"transactions":\[{{"id":"(?P<tid>{UUID})"',
    rf'"payment":"(?P<id>{UUID})"',
    r'"payment":{"id":"(?P<payment>ord-42-\d+)"',
    r'"id":"(?P<id>src_\w{24})"',
    r'/spa/session/(?P<object>\d+)/(?P<handle>[0-9a-f]{32})\b',
    r'/(?P<handle>[0-9a-f]{32})\b',
]
FORMS = {
    "session": rf"{UUID}|[\w-]{{22}}\.{UUID}", "id": rf"{UUID}|src_\w{{24}}", "tid": UUID, "object": r"\d+",
    "handle": "[0-9a-f]{32}",
}  # fmt: skip
KNOWN = []
EXAMPLE_PAYMENT, COUNT = "ord-42", itertools.count(1)


def known(*names):
    """Ids of an object that there is, each time of another one; none where no answer has told them."""
    candidates = [ids for ids in KNOWN if ids.keys() >= set(names)]
    return candidates[next(COUNT) % len(candidates)] if candidates else {}


def sign_gate(body):
    if body["general"].get("payment_id") == EXAMPLE_PAYMENT:
        body["general"]["payment_id"] = known("payment").get("payment", EXAMPLE_PAYMENT)
    body["general"]["signature"] = ecommpay_reference.sign(body, ECOMMPAY_SECRET)


def sign_options(body):
    """Each example opens another payment: of one there is one session."""
    if body.get("payment_id") == EXAMPLE_PAYMENT:
        body["payment_id"] = f"{EXAMPLE_PAYMENT}-{next(COUNT)}"
    body["signature"] = ecommpay_reference.sign_text(ecommpay_reference.mobile_string(body), ECOMMPAY_SECRET)


def sign_page(query):
    query["project_id"] = ECOMMPAY_PROJECT
    query["signature"] = ecommpay_reference.sign(query, ECOMMPAY_SECRET)


def prove(body):
    """Each time with another nonce: schemathesis sends some requests again."""
    body["auth"] |= placetopay_reference.auth(PLACETOPAY_SITE, PLACETOPAY_SECRET)


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code < 400:
        text = "\n".join([response.content.decode(errors="replace"), *response.headers.get("location", [])])
        for pattern in TOLD:
            for match in re.finditer(pattern, text):
                if match.groupdict() not in KNOWN:
                    KNOWN.append(match.groupdict())


@schemathesis.hook
def before_call(context, case, kwargs):
    names = [name for name, value in case.path_parameters.items() if re.fullmatch(FORMS.get(name, ""), str(value))]
    ids = known(*names)
    case.path_parameters |= {name: ids[name] for name in names if ids}
    body = case.body if isinstance(case.body, dict) else {}
    if isinstance(body.get("auth"), dict) and "login" in body["auth"]:
        case.body = signed(prove, body)
    elif isinstance(body.get("general"), dict) and "signature" in body["general"]:
        case.body = signed(sign_gate, body)
    elif case.operation.path == "/sdk/v1/session" and "signature" in body:
        case.body = signed(sign_options, body)
    elif case.operation.path == "/payment" and "signature" in case.query:
        case.query = signed(sign_page, case.query)


def signed(sign, message):
    """A copy with its signature; the message itself where what is to be signed has another form."""
    changed = {name: dict(member) if isinstance(member, dict) else member for name, member in message.items()}
    try:
        sign(changed)
    except (AttributeError, TypeError, UnicodeEncodeError):
        return message
    return changed
