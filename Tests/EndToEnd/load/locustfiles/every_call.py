"""A user that makes every call of its device once, as Locust's library runs it; prints what it got and what Locust counted."""

import json
import sys

import gevent
from locust import User, constant, task
from locust.env import Environment

from toque_testing.locust import FleetRefused, ToqueUser

found = {}


class Caller(ToqueUser):
    host = sys.argv[1]
    fleet_options = ("--seed", "calls")
    wait_time = constant(0)

    @task
    def calls(self):
        found["number"] = self.device.number
        found["signals"] = self.device.risk_signals()
        found["enrollment"] = self.device.step("POST /enrollments/", journey="enroll-and-pay")
        found["outcomes"] = self.device.journey("enroll-and-pay")
        try:
            self.device.step("POST /nowhere/")
        except FleetRefused as error:
            found["refusal"] = str(error)
        done.set()
        gevent.sleep(60)


done = gevent.event.Event()
environment = Environment(user_classes=[Caller])
runner = environment.create_local_runner()
runner.start(1, spawn_rate=1)
assert done.wait(60)
runner.quit()
environment.events.quitting.fire(environment=environment, reverse=True)
found["stats"] = {f"{kind} {name}": entry.num_requests for (name, kind), entry in environment.stats.entries.items()}
found["errors"] = [f"{error.method} {error.name}: {error.error}" for error in environment.stats.errors.values()]
found["replaced"] = sorted(vars(ToqueUser).keys() & {name for name in dir(User) if not name.startswith("_")})
print(json.dumps(found))
