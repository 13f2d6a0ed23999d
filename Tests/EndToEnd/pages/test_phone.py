"""The phone in the browser: enrollment and payment with both authenticators, with and without JavaScript, pasted options,
refusals, hostile texts, both themes and three languages."""

import contextlib
import itertools
import json
import re
import urllib.error
import urllib.parse
import urllib.request

import pytest

import axe
import browser
from api_client import Client
from browser import Browser
from receiver import Receiver
from request_bodies import INSTITUTION
from simulator import Simulator, free_port
from command import run

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(browser.executable() is None, reason="needs Chromium, Debian's package chromium"),
]
