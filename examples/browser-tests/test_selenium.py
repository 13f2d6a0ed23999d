"""Selenium's virtual authenticator, by `toque browser proxy`."""

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions
from selenium.webdriver.support.ui import WebDriverWait


def test_a_person_signs_in_with_the_passkey_that_they_created(driver, page_url, chromium):
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox"):
        options.add_argument(argument)
    with webdriver.Remote(driver, options=options) as browser:
        browser.get(page_url)
        browser.add_virtual_authenticator(
            VirtualAuthenticatorOptions(
                transport="internal", has_resident_key=True, has_user_verification=True, is_user_verified=True))

        def press(button, expected):
            browser.find_element(By.ID, button).click()
            result = browser.find_element(By.ID, "result")
            WebDriverWait(browser, 30).until(lambda _: result.text == expected, f"expected {expected}")

        press("register", "Passkey created")
        press("sign-in", "Signed in as ana")
        assert len(browser.get_credentials()) == 1
