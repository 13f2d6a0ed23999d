"""Two requests at once, and a sandbox with something to race for."""

import http.client
import json
import socket
import urllib.parse

from request_bodies import enrollment_body, payment_body
from api_client import Answer, Client, callback_parameters
from phone import Phone
from provider import METHOD


class Racer:
    """A request on its own connection."""

    def __init__(self, client, method, target, body=None, content_type="application/json"):
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        connection = client.connection
        head = [f"{method} {target} HTTP/1.1", f"Host: {connection.host}:{connection.port}", "Connection: close"]
        head += [f"{name}: {value}" for name, value in client.headers.items()]
        head += [f"Content-Type: {content_type}", f"Content-Length: {len(content)}"]
        self.request = "\r\n".join([*head, "", ""]).encode() + content
        self.address = connection.host, connection.port

    def start(self):
        """Sends all but the last byte."""
        self.socket = socket.create_connection(self.address, timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(self.request[:-1])

    def finish(self):
        self.socket.sendall(self.request[-1:])

    def answer(self):
        with self.socket, http.client.HTTPResponse(self.socket) as response:
            response.begin()
            return Answer(response.status, response.headers, response.read())


def race(repetition, *racers):
    """Completes requests at once; returns their answers. Each starts first in every other repetition."""
    order = racers if repetition % 2 else racers[::-1]
    for racer in order:
        racer.start()
    for racer in order:
        racer.finish()
    return [racer.answer() for racer in racers]


def error(answer):
    """Returns the error entry of the answer."""
    return answer.json[0] if isinstance(answer.json, list) else answer.json


class Stage:
    """A sandbox with a frozen clock, and enrollments and payments in the initial state of a race."""

    def __init__(self, url):
        self.url = url
        self.client = Client(url)

    def racer(self, *request, **options):
        return Racer(self.client, *request, **options)

    def decision(self, enrollment, decision):
        """The form of the bank's page."""
        address = urllib.parse.urlsplit(enrollment["details"]["redirect_url"])
        form = "application/x-www-form-urlencoded"
        return self.racer("POST", f"{address.path}?{address.query}", f"decision={decision}".encode(), content_type=form)

    def action(self, object_id, action, body=None):
        return self.racer("POST", f"/_toque/objects/{object_id}/{action}", body or {})

    def expect(self, status, method, target, body=None):
        answer = self.client.send(method, target, body)
        assert answer.status == status, (method, target, answer)
        return answer.json

    def advance(self, seconds=1):
        self.expect(200, "POST", "/_toque/clock/advance", {"seconds": seconds})

    def history(self, object_id):
        """Returns the events that changed the object, except its creation."""
        events = self.expect(200, "GET", f"/_toque/events?object={object_id}")["events"]
        return [event["data"]["event"] for event in events if event["data"]["from"] is not None]

    def enrollment(self, enrollment_id):
        return self.expect(200, "GET", f"/enrollments/{enrollment_id}/")

    def payment(self, payment_id):
        return self.expect(200, "GET", f"/payment-intents/{payment_id}/")

    def created(self):
        return self.expect(201, "POST", "/enrollments/", enrollment_body())

    def approved(self):
        """An enrollment's id, and the body of complete-redirection."""
        enrollment = self.created()
        answer = self.client.decide(enrollment["details"]["redirect_url"], "approve")
        assert answer.status == 303, answer
        return enrollment["id"], callback_parameters(answer.headers["Location"])

    def awaiting_credential(self):
        """An enrollment's id, and its registration options."""
        enrollment_id, callback = self.approved()
        self.expect(200, "POST", "/enrollments/complete-redirection/", callback)
        return enrollment_id, self.expect(200, "GET", f"/enrollments/{enrollment_id}/fido-registration-options/")

    def awaiting_result(self, phone):
        enrollment_id, options = self.awaiting_credential()
        self.expect(204, "POST", f"/enrollments/{enrollment_id}/confirm/", phone.confirmation(options))
        return enrollment_id

    def succeeded(self):
        """An enrollment's id, and the phone that it is of."""
        phone = Phone()
        enrollment_id = self.awaiting_result(phone)
        self.advance()
        return enrollment_id, phone

    def pay(self, enrollment_id, phone):
        """A payment's id, and the body of authorize."""
        payment = self.expect(201, "POST", "/payment-intents/", payment_body(enrollment_id))
        return payment["id"], phone.authorization(payment["payment_method_information"][METHOD]["fido_options"])
