"""With the variable REPORTS, the master writes what each worker reports into this file, as lines of JSON."""

import json
import os
from collections import Counter

from locust import events

FILE = os.environ.get("REPORTS")
# Of this process, by the device's number.
journeys = Counter()


def add(data, **_):
    data["process"], data["journeys"] = os.getpid(), {str(number): count for number, count in journeys.items()}


def write(data, **_):
    steps = {f"{entry['method']} {entry['name']}": entry["num_requests"] for entry in data["stats"]}
    with open(FILE, "a") as file:
        file.write(json.dumps({"process": data["process"], "steps": steps, "journeys": data["journeys"]}) + "\n")


if FILE:
    events.report_to_master.add_listener(add)
    events.worker_report.add_listener(write)
