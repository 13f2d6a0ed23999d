"""pytest fixtures for Toque, a local sandbox for Belvo's Biometric Pix.

Installing the package gives every test four fixtures: `toque_sandbox`, `toque_device`, `toque_clock` and
`toque_scenario`. The classes here are their types, for annotations.
"""

from .clock import Clock
from .device import Approval, Device, Devices
from .errors import CommandFailed, ControlRefused, SandboxUnavailable, ToqueError
from .journal import Event, Request
from .sandbox import Sandbox
from .scenario import Scenario, ScenarioSetter
from .webhooks import Delivery, Webhook, Webhooks

__all__ = [
    "Approval",
    "Clock",
    "CommandFailed",
    "ControlRefused",
    "Delivery",
    "Device",
    "Devices",
    "Event",
    "Request",
    "Sandbox",
    "SandboxUnavailable",
    "Scenario",
    "ScenarioSetter",
    "ToqueError",
    "Webhook",
    "Webhooks",
]
