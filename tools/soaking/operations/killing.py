"""Clients that are killed."""

import contextlib
import subprocess
import sys
import time
from pathlib import Path

from fido2 import cbor
from fido2.ctap2 import Ctap2
from fido2.hid import CTAPHID

from platform_client import ES256

from .registrations import algorithms

VICTIM = Path(__file__).with_name("victim.py")


def be_killed(worker):
    """Kills a client process while the key waits for a touch, right after the touch, or before."""
    world, chance = worker.world, worker.chance
    moment = chance.choice(("waiting", "touched", "sending", "pinging"))
    with world.door:
        powers = world.powers
        victim = subprocess.Popen(
            [sys.executable, "-I", "-S", VICTIM, world.location],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        line = victim.stdout.readline()
    try:
        if line:
            kill(worker, victim, moment)
    except BrokenPipeError:
        line = b""
    finally:
        victim.kill()
        victim.wait()
        victim.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            victim.stdin.close()
    if not line:
        assert powers != world.powers, "the key has closed a connection"
        raise ConnectionError("the key has lost its power")
    world.count("killed")


def kill(worker, victim, moment):
    chance = worker.chance

    def say(command, data):
        victim.stdin.write(f"{command} {data.hex()}\n".encode())
        victim.stdin.flush()

    match moment:
        case "waiting":
            say(CTAPHID.CBOR, registration(worker.account.rp_id("forsaken")))
            if victim.stdout.readline() == b"keepalive\n":
                time.sleep(chance.uniform(0, 0.2))
        case "touched":
            rp_id = worker.account.rp_id("killed")
            worker.world.person.touched[rp_id] = victim.kill
            say(CTAPHID.CBOR, registration(rp_id, chance.choice((None, {"rk": True, "uv": True}))))
            while victim.stdout.readline() == b"keepalive\n":
                pass
            worker.world.person.touched.pop(rp_id, None)
        case "sending":
            say("half", worker.bytes(1, 57))
            victim.stdout.readline()
            time.sleep(chance.uniform(0, 0.05))
        case "pinging":
            for _ in range(chance.randint(1, 30)):
                say(CTAPHID.PING, worker.bytes(0, 2000))
            time.sleep(chance.uniform(0, 0.02))


def registration(rp_id, options=None):
    members = {
        1: bytes(32),
        2: {"id": rp_id},
        3: {"id": b"victim", "name": "victim"},
        4: algorithms(ES256),
    }
    return bytes([Ctap2.CMD.MAKE_CREDENTIAL]) + cbor.encode(members | ({7: options} if options else {}))
