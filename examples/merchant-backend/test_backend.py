"""The tests of the shop's backend:  toque simulate -- pytest examples/merchant-backend"""


def test_a_phone_signs_up_and_pays(phone):
    device = phone.sign_up()
    assert phone.register(device)["status"] == "SUCCEEDED"
    order = phone.call("POST", "/orders", {"device": device, "amount": 0.13, "description": "Coffee"})
    assert phone.pay(order)["status"] == "SUCCEEDED"


def test_the_person_declines_at_the_bank(phone):
    device = phone.call("GET", f"/devices/{phone.sign_up('--decline')}")
    assert device["status"] == "FAILED"
    assert "declined" in device["reason"]


def test_a_signature_of_another_order_does_not_pay(phone):
    device = phone.sign_up()
    phone.register(device)
    cheap, dear = [
        phone.call("POST", "/orders", {"device": device, "amount": amount, "description": "Coffee"})
        for amount in (0.13, 1300)
    ]
    result = phone.pay(dear | {"sign": cheap["sign"]})
    assert result["status"] == "FAILED"
    assert "challenge_mismatch" in result["reason"]
