"""`toque checkout sign` and `verify` with published and computed vectors."""

import json

import pytest

from command import error_of
from holder import private_file

# Signature handler of ecommpay's Payment Page SDKs, and strings of the mobile SDK: secret, string to sign, signature.
ECOMMPAY_STRINGS = [
    (
        "your_secret",
        "customer_id:10;payment_amount:1999;payment_currency:USD;payment_description:T-shirt with dog print;"
        "payment_id:internal_payment_id_1;project_id:10;region_code:US",
        "xjdlllqzSoylnVsA1N2ibsNYT58MxeKz9/VDHR2DqIWhB1MD8DC4uSVKDOljPXZvvILTYqJCBk5JuQQcqIKg6g==",
    ),
    (
        "s3cr3t",
        "customer_id:c:1;empty:;hide_saved_wallets:1;language_code:en;payment_amount:100;payment_currency:EUR;"
        "payment_id:ord-42;project_id:10",
        "9q9PUbHzLIV2Z5PmE/Z3OF/J6CE0QfQrUYEUYABJFl99Ls6+lxcGlMevRASoHEVx1GdpDayFWEf1Sw+z1GcnAg==",
    ),
    (
        "your_secret",
        "a::b:x;y;operations:0:code:0;operations:0:id:1;operations:1:code:0;operations:1:id:2;payment:id:ord-42;"
        "payment:status:success;payment:sum:amount:1999;payment:sum:currency:USD;project_id:10",
        "eHaObAXSlnvigDLqXpBbFMDBqXzD7vqvLTlF0+FWDlKME1vL7sxANAUM0uLKRJrbiS9kwYrlhI5nGlL7rs/LZg==",
    ),
    (
        "your_secret",
        "customer_id:10;payment_amount:1;payment_currency:RUB;payment_description:Оплата; чек: №1;"
        "payment_id:идент-1;project_id:10",
        "VPzeEzRL734r7HbLwBPj2bOSr0N40Z2Zf21l8HXOOngkPY5ComHSTCDgyR1ezQ+H2gPDdR0YT1xjwMl2MloIpQ==",
    ),
    (
        "your_secret",
        "customer_id:10;hide_saved_wallets:0;language_code:it;payment_amount:1999;payment_currency:USD;"
        "payment_description:T-shirt with dog print;payment_id:internal_payment_id_1;project_id:10;region_code:US;"
        "secure_info:challenge_indicator:04;secure_info:gift_card:amount:500;secure_info:gift_card:count:1;"
        "secure_info:gift_card:currency:GBP",
        "0A9hPWwlCnxi6nGp5HZewlSU70MDP73ShBUWKs6U0W+QhQ+2KaxNaWPGwyHK4pnwmMkdy0Rr54ooV4tVhqqNfA==",
    ),
    (
        "your_secret",
        "payment_amount:0;payment_currency:EUR;payment_id:v-1;project_id:10",
        "z4ZXHftk+fieWt7nCMEBrIcRam2EIFNntjh3MGvWaZGrLb5v/rVToc76vpRM+/lKeoSu3aQiuy44OO2tVJiN5w==",
    ),
]

# The messages of three of these strings.
ECOMMPAY_MESSAGES = [
    (
        {
            "project_id": 10,
            "payment_id": "ord-42",
            "payment_amount": 100,
            "payment_currency": "EUR",
            "customer_id": "c:1",
            "hide_saved_wallets": True,
            "language_code": "en",
            "empty": None,
        },
        ECOMMPAY_STRINGS[1],
    ),
    (
        {
            "project_id": 10,
            "payment": {"id": "ord-42", "status": "success", "sum": {"amount": 1999, "currency": "USD"}},
            "operations": [{"id": 1, "code": "0"}, {"id": 2, "code": "0"}],
            "a:b": "x;y",
            "frame_mode": "popup",
        },
        ECOMMPAY_STRINGS[2],
    ),
    (
        {
            "project_id": 10,
            "payment_id": "идент-1",
            "payment_amount": 1,
            "payment_currency": "RUB",
            "payment_description": "Оплата; чек: №1",
            "customer_id": "10",
        },
        ECOMMPAY_STRINGS[3],
    ),
    (
        {"payment": {"id": "test-payment", "status": "success"}},
        (
            "qwerty",
            "payment:id:test-payment;payment:status:success",
            "UGzKT0NC26f4u0niyJSQPx5q3kFFIndwLXeJVXahfCFwbY+Svg1WoXIxzrIyyjWUSLFhT8wAQ5SfBDRHnwm6Yg==",
        ),
    ),
    (
        {"payment": {"id": "test-payment", "status": "success"}, "some_bool_param": True, "frame_mode": "popup"},
        (
            "qwerty",
            "payment:id:test-payment;payment:status:success;some_bool_param:1",
            "TZS0J65ReNUMgKzeXUey9xOGGyC7r4OhsFXt/3H8XZM2Le8Wot2E1NIjeSPOyV1F3sUU6F3kfo9om2dhbe3ieA==",
        ),
    ),
]

ECOMMPAY_OPTIONS = {
    "project_id": 10,
    "payment_id": "internal_payment_id_1",
    "payment_amount": 1999,
    "payment_currency": "USD",
    "payment_description": "T-shirt with dog print",
    "customer_id": "10",
    "region_code": "US",
}

ECOMMPAY_CALLBACK = {
    "project_id": 10,
    "payment": {
        "id": "ord-42",
        "type": "purchase",
        "status": "success",
        "date": "2026-01-31T12:00:02+0000",
        "method": "card",
        "sum": {"amount": 1999, "currency": "USD"},
        "description": "",
    },
    "customer": {"id": "10"},
    "operation": {
        "id": 70001,
        "type": "sale",
        "status": "success",
        "date": "2026-01-31T12:00:02+0000",
        "request_id": "r-1",
        "sum_initial": {"amount": 1999, "currency": "USD"},
        "code": "0",
        "message": "Success",
    },
    "signature": "QC940r+wPExvpnu82xkXB+3z2uOv+U72Wwzy8aOlHl5Yewx2wj8POcQeJCBhAKu53hXFE5/3CrbpgPCm15dbMA==",
}

# Raw nonce, nonce, seed, secret key, tranKey.
PLACETOPAY_AUTH = [
    (
        "927342197",
        "OTI3MzQyMTk3",
        "2023-06-21T09:56:06-05:00",
        "siteSecretKey",
        "1HeFKdVDB63DIerOEcyoLWAVZj5OfwZPExqRLAKS2W4=",
    ),
    (
        "6149ed880b3a7",
        "NjE0OWVkODgwYjNhNw==",
        "2023-10-17T16:22-0500",
        "siteSecretKey",
        "unuHkaAapZBIe695HJxCNfGmB2XLKG7RjndR+PjezA4=",
    ),
    (
        "6149ed880b3a7",
        "NjE0OWVkODgwYjNhNw==",
        "2023-10-17T17:13-0500",
        "siteSecretKey",
        "/NiGRFNoJ6/074d1Zj1eDMrL+KBQepxT7wr4EiiHaLs=",
    ),
    ("0", "MA==", "2024-02-29T23:59:59Z", "p4ss/wörd+=", "yL+18GJYnUQuWeC3tq/ZvMbnxVbuXbfaaa3vmdxUSg8="),
    (
        "927342",
        "OTI3MzQy",
        "2023-10-17T16:22:05-05:00",
        "siteSecretKey",
        "76nZJNdZdyriJJdlq6qcPV/MU48RKsvo4xFl/LKh4iw=",
    ),
]

# Request id, status, date, signatures of both revisions by `siteSecretKey`.
PLACETOPAY_NOTIFICATIONS = [
    (
        1234,
        "APPROVED",
        "2019-01-01T12:00:00-05:00",
        "9f83f1efc8ace00aaca07b8750df1e261b95a1ab",
        "sha256:97c40fef1ed74b710a6837d8014f931d41c7caeac333bffa4dc75ed178a6b0e3",
    ),
    (
        2630139,
        "REJECTED",
        "2026-01-31T07:00:00-05:00",
        "0fb5da3dc891bb7a2be52949cd688abe23cde58a",
        "sha256:073c7f801f6c7575d3b16c27bc40ab5fe950d44f6edf756422a044eb004e687a",
    ),
]

YUNO_BODY = (
    '{"type":"payment","type_event":"payment.purchase","account_id":"00000000-0000-4000-8000-00000000000a",'
    '"retry":%d,"version":2,"data":{"payment":{"id":"00000000-0000-4000-8000-0000000000b1","status":"SUCCEEDED",'
    '"sub_status":"APPROVED"}}}'
)
YUNO = [
    (YUNO_BODY % 0, "r9rCJDy0rUMi2kY2C8/smhLn9Gr5ImM04tIGFZ83NNI="),
    (YUNO_BODY % 1, "XXJ6CYwuCMzk959J3mZQ/C4oZKbv987DtuV4Du/Qsng="),
]

TAKEME_BODY = (
    '{"id":"evt_1","type":"source.chargeable","created":1769860800000,"data":{"object":"source","id":"src_1",'
    '"status":"chargeable","amount":10,"currency":"JPY"}}'
)
TAKEME_SIGNATURE = "t=1769860800,v1=d76781ce51f4b66162ae471743687aefe11debe42d916f3061f46fc7fc13fd9f"


@pytest.fixture
def checkout(toque, tmp_path):
    """Runs `toque checkout` with a secret and a message on stdin."""

    def run(verb, provider, *arguments, secret="siteSecretKey", message="", file=("-",)):
        path = private_file(tmp_path / "secret", f"{secret}\n")
        return toque.run("checkout", verb, provider, *file, "--secret-file", path, *arguments, stdin=message)

    return run


def right(result, text="valid"):
    assert (result.returncode, result.stdout) == (0, f"{text}\n"), result.stderr


def wrong(result, *said):
    assert (result.returncode, result.stdout) == (1, "")
    line = error_of(result.stderr)
    for text in said:
        assert text in line, line


@pytest.mark.parametrize("secret, text, signature", ECOMMPAY_STRINGS)
def test_sign_reproduces_published_signatures_of_ecommpay(checkout, secret, text, signature):
    right(checkout("sign", "ecommpay", secret=secret, message=text), signature)
    right(checkout("verify", "ecommpay", "--signature", signature, secret=secret, message=f"{text}\n"))
    moved = text.replace(";", ":", 1)
    wrong(checkout("verify", "ecommpay", "--signature", signature, secret=secret, message=moved), signature)


@pytest.mark.parametrize("message, vector", ECOMMPAY_MESSAGES)
def test_a_message_of_ecommpay(checkout, message, vector):
    secret, text, signature = vector
    result = checkout("sign", "ecommpay", "--json", secret=secret, message=json.dumps(message))
    assert json.loads(result.stdout) == {"string_to_sign": text, "signature": signature}
    for signed in (message | {"signature": signature}, message | {"general": {"signature": signature}}):
        right(checkout("verify", "ecommpay", secret=secret, message=json.dumps(signed)))


def test_payment_options_of_ecommpay_omit_empty_and_unsigned_members(checkout):
    _, text, signature = ECOMMPAY_STRINGS[0]
    options = ECOMMPAY_OPTIONS | {"receipt_data": "e30=", "token": ""}
    result = checkout("sign", "ecommpay", "--payment-options", secret="your_secret", message=json.dumps(options))
    right(result, signature)
    assert result.stderr == f"string to sign: {text}\n"
    negative = json.dumps(options | {"payment_amount": -1})
    wrong(checkout("sign", "ecommpay", "--payment-options", secret="your_secret", message=negative), "payment_amount")


def test_verify_reports_what_differs_in_a_callback_of_ecommpay(checkout):
    right(checkout("verify", "ecommpay", secret="your_secret", message=json.dumps(ECOMMPAY_CALLBACK)))
    changed = json.loads(json.dumps(ECOMMPAY_CALLBACK))
    changed["payment"]["sum"]["amount"] = 1
    result = checkout("verify", "ecommpay", secret="your_secret", message=json.dumps(changed))
    wrong(result, f"signature: found {ECOMMPAY_CALLBACK['signature']}, expected ")
    assert "payment:sum:amount:1;" in result.stderr.splitlines()[0]
    wrong(checkout("verify", "ecommpay", secret="another", message=json.dumps(ECOMMPAY_CALLBACK)), "expected")
    unsigned = {name: value for name, value in ECOMMPAY_CALLBACK.items() if name != "signature"}
    wrong(checkout("verify", "ecommpay", secret="your_secret", message=json.dumps(unsigned)), "no signature")


@pytest.mark.parametrize("raw, nonce, seed, secret, tran_key", PLACETOPAY_AUTH)
def test_auth_of_placetopay(checkout, raw, nonce, seed, secret, tran_key):
    auth = {"login": "shop", "tranKey": tran_key, "nonce": nonce, "seed": seed}
    made = ["--login", "shop", "--nonce", raw, "--seed", seed]
    assert json.loads(checkout("sign", "placetopay", *made, secret=secret, file=()).stdout) == auth
    body = checkout("sign", "placetopay", *made, secret=secret, message='{"locale": "es_CO"}')
    assert json.loads(body.stdout) == {"locale": "es_CO", "auth": auth}
    # With either form of the seed.
    time = (seed + ":00" if len(seed) < 20 else seed).replace("-0500", "-05:00")
    time = time if time.count(":") > 2 or time.endswith("Z") else time[:16] + ":00-05:00"
    right(checkout("verify", "placetopay", "--at", time, secret=secret, message=body.stdout))
    right(checkout("verify", "placetopay", "--at", time, secret=secret, message=json.dumps(auth)))
    wrong(
        checkout("verify", "placetopay", "--at", time, secret="another", message=body.stdout),
        f"Authentication failed 102: auth.tranKey: found {tran_key}, expected ",
    )
    wrong(checkout("verify", "placetopay", secret=secret, message=body.stdout), "Authentication failed 103")


def test_auth_of_placetopay_is_new_each_time_and_valid_for_five_minutes(checkout):
    bodies = [checkout("sign", "placetopay", "--login", "shop", file=()).stdout for _ in range(2)]
    for body in bodies:
        right(checkout("verify", "placetopay", message=body))
    assert json.loads(bodies[0])["nonce"] != json.loads(bodies[1])["nonce"]
    early = checkout("sign", "placetopay", "--login", "shop", "--at", "2026-01-31T12:00:00Z", file=()).stdout
    right(checkout("verify", "placetopay", "--at", "2026-01-31T12:05:00Z", message=early))
    wrong(checkout("verify", "placetopay", "--at", "2026-01-31T12:05:01Z", message=early), "103")
    wrong(checkout("verify", "placetopay", message="{}"), "Authentication failed 100")


@pytest.mark.parametrize("number, status, date, sha1, sha256", PLACETOPAY_NOTIFICATIONS)
def test_a_notification_of_placetopay(checkout, number, status, date, sha1, sha256):
    notification = {
        "status": {"status": status, "reason": "00", "message": "Mensaje", "date": date},
        "requestId": number,
        "reference": "ord-42",
    }
    right(checkout("sign", "placetopay", message=json.dumps(notification)), sha256)
    right(checkout("sign", "placetopay", "--revision", "sha1", message=json.dumps(notification)), sha1)
    for signature in (sha1, sha256):
        right(checkout("verify", "placetopay", message=json.dumps(notification | {"signature": signature})))
    old = json.dumps(notification | {"signature": sha1})
    wrong(checkout("verify", "placetopay", "--revision", "sha256", message=old), "sha1")
    other = json.dumps(notification | {"signature": sha256, "requestId": number + 1})
    wrong(checkout("verify", "placetopay", message=other), f"signature: found {sha256}, expected sha256:")


@pytest.mark.parametrize("body, signature", YUNO)
def test_a_webhook_of_yuno(checkout, body, signature):
    secret = "whsec-test"
    right(checkout("sign", "yuno", secret=secret, message=body), f"x-hmac-signature: {signature}")
    headers = checkout("sign", "yuno", "--api-key", "sandbox", secret=secret, message=body).stdout.splitlines()
    assert [line.split(": ")[0] for line in headers] == ["x-api-key", "x-secret", "x-hmac-signature"]
    right(checkout("verify", "yuno", "--signature", signature, secret=secret, message=body))
    said = "without the line break at its end"
    wrong(checkout("verify", "yuno", "--signature", signature, secret=secret, message=f"{body}\n"), signature, said)
    spaced = body.replace(":", ": ")
    wrong(checkout("verify", "yuno", "--signature", signature, secret=secret, message=spaced), "x-hmac-signature")


def test_a_webhook_of_takeme(checkout):
    secret, at = "sk_test_sandbox", ["--at", "2026-01-31T12:00:00Z"]
    right(
        checkout("sign", "takeme", *at, secret=secret, message=TAKEME_BODY),
        f"TakeMe-Signature: {TAKEME_SIGNATURE}",
    )
    signed = ["--signature", TAKEME_SIGNATURE]
    right(checkout("verify", "takeme", *signed, *at, secret=secret, message=TAKEME_BODY))
    late = ["--at", "2026-01-31T12:06:00Z"]
    wrong(checkout("verify", "takeme", *signed, *late, secret=secret, message=TAKEME_BODY), "360 seconds ago")
    right(checkout("verify", "takeme", *signed, *late, "--tolerance", "10m", secret=secret, message=TAKEME_BODY))
    wrong(checkout("verify", "takeme", *signed, *at, secret="other", message=TAKEME_BODY), "expected t=1769860800,v1=")
    wrong(checkout("verify", "takeme", "--signature", "v1=00", *at, secret=secret, message=TAKEME_BODY), "t=SECONDS")


def test_a_secret_comes_from_a_private_file_and_never_from_an_argument(toque, tmp_path):
    for verb in ("sign", "verify"):
        help_text = toque.run("checkout", verb, "ecommpay", "--help").stdout
        assert "--secret-file" in help_text
        assert "--secret " not in help_text
    assert toque.run("checkout", "sign", "ecommpay", "-", stdin="{}").returncode == 2
    open_file = tmp_path / "open"
    open_file.write_text("secret\n")
    open_file.chmod(0o644)
    result = toque.run("checkout", "sign", "yuno", "-", "--secret-file", open_file, stdin="{}")
    assert result.returncode == 1
    missing = toque.run("checkout", "sign", "yuno", "-", "--secret-file", tmp_path / "none", stdin="{}")
    assert missing.returncode == 3
