"""When a user begins its next task."""

import random
import time


def random_pacing(mean):
    """Tasks begin a random time after each other, exponential with this mean in seconds: users who were started
    together do not stay together, as with `constant_pacing`. A task that is late begins at once.
    """
    chance = random.Random(1)

    def wait(user):
        now = time.monotonic()
        pause = chance.expovariate(1 / mean) if mean else 0
        user.next_task = max(now, getattr(user, "next_task", now) + pause)
        return user.next_task - now

    return wait
