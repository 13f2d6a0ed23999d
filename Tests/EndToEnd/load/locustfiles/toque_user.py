"""Users whose devices and journeys are Toque's, under a shape: they come at a rate, stay, and leave when told to."""

import os
from pathlib import Path

from locust import LoadTestShape, runners, task

from pacing import random_pacing
from reports import journeys
from toque_testing.locust import ToqueUser

USERS, RATE = int(os.environ.get("USERS", "10")), int(os.environ.get("RATE", "10"))
LEAVE = Path(os.environ.get("LEAVE", "/nowhere"))
# Workers report every three seconds.
REPORTS = 7
# Seconds after which the master misses a silent worker. A worker that is given users sends no heartbeat while it builds
# Locust's parser of options, some 60 times: on a busy machine, longer than Locust's three seconds.
runners.HEARTBEAT_LIVENESS = int(os.environ.get("LIVENESS", "60"))


class Payer(ToqueUser):
    # The master's `--host` comes before it.
    host = os.environ.get("TARGET")
    # None: each worker starts a fleet of its own.
    socket = os.environ.get("FLEET_SOCKET")
    wait_time = random_pacing(float(os.environ.get("PACE", "0")))

    @task
    def pay(self):
        # Locust may end a user in the task after its wait, if the wait ended while the process had no processor.
        if LEAVE.exists():
            return
        self.device.journey("enroll-and-pay")
        journeys[self.device.number] += 1


class UntilTold(LoadTestShape):
    """All users leave, and finish what they do, once the file LEAVE exists. Then the last reports come."""

    gone = None

    def tick(self):
        if not LEAVE.exists():
            return USERS, RATE
        if self.get_current_user_count() > 0:
            return 0, USERS
        self.gone = self.gone or self.get_run_time()
        return (0, USERS) if self.get_run_time() < self.gone + REPORTS else None
