"""The tests of the shop's backend:  pytest examples/merchant-backend"""


def test_a_phone_signs_up_and_pays(app, toque_sandbox):
    device = app.enroll()
    assert app.call("GET", f"/devices/{device}")["status"] == "SUCCEEDED"
    assert app.pay(app.order(device, 0.13))["status"] == "SUCCEEDED"
    toque_sandbox.verify("POST /payment-intents/{id}/authorize/", count=1)


def test_the_person_declines_at_the_bank(app):
    device, bank_page = app.sign_up()
    app.device.decline(bank_page)
    enrollment = app.call("GET", f"/devices/{device}")
    assert enrollment["status"] == "FAILED"
    assert "declined" in enrollment["reason"]


def test_the_account_is_empty(app, toque_scenario):
    toque_scenario("payment.insufficient_funds")
    assert app.pay(app.order(app.enroll(), 12.5))["status"] == "FAILED"


def test_the_customer_walks_away(app, toque_clock):
    order = app.order(app.enroll(), 12.5)
    toque_clock.advance(minutes=5)
    assert app.call("GET", f"/orders/{order['order']}")["status"] == "FAILED"


def test_a_signature_of_another_order_does_not_pay(app):
    device = app.enroll()
    cheap, dear = app.order(device, 0.13), app.order(device, 1300)
    result = app.pay({**dear, "sign": cheap["sign"]})
    assert result["status"] == "FAILED"
    assert "challenge_mismatch" in result["reason"]
