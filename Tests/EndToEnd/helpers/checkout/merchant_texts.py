"""Payments of a merchant who chooses the texts that others see."""

from ecommpay_sandbox import Ecommpay
from placetopay_sandbox import PlacetoPay
from takeme_sandbox import TakeMe


def page_with(sandbox, text):
    """The page of a payment of a merchant who sets this text wherever one is shown."""
    if isinstance(sandbox, Ecommpay):
        session = sandbox.session(sandbox.options(payment_description=text))
        sandbox.expect([200], "POST", f"{session}/pay", {"method": "card", "token": "tok_success"})
        sandbox.advance(1)
        return sandbox.shown(session)["acs_url"]
    if isinstance(sandbox, PlacetoPay):
        order = sandbox.order()
        order["payment"] |= {"reference": text[:32], "description": text}
        order["buyer"] |= {"name": text[:60], "surname": text[:60]}
        return sandbox.session(order)[1]
    if isinstance(sandbox, TakeMe):
        return sandbox.created(description=text, metadata={"text": text})["redirect"]["url"]
    session = sandbox.session(merchant_order_id=text, payment_description=text)
    return sandbox.pay(session, "PIX")[1]["action"]["url"]
