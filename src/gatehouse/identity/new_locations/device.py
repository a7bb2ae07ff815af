"""Names of browsers and devices from the user agent, for mails. The client chooses the header, so its
text is never repeated."""

import re
from typing import Final

# The first match counts, because browsers also name those that they derive from.
BROWSERS: Final = (
    (re.compile(r"\b(?:Edg|EdgA|EdgiOS)/"), "Edge"),
    (re.compile(r"\b(?:OPR|Opera)/"), "Opera"),
    (re.compile(r"\bSamsungBrowser/"), "Samsung Internet"),
    (re.compile(r"\b(?:Firefox|FxiOS)\b"), "Firefox"),
    (re.compile(r"\b(?:Chrome|Chromium|CriOS)/"), "Chrome"),
    (re.compile(r"\bSafari/"), "Safari"),
)
SYSTEMS: Final = (
    (re.compile(r"\biPhone\b"), "iPhone"),
    (re.compile(r"\biPad\b"), "iPad"),
    (re.compile(r"\bAndroid\b"), "Android"),
    (re.compile(r"\bWindows\b"), "Windows"),
    (re.compile(r"\bMac OS X\b"), "macOS"),
    (re.compile(r"\bCrOS\b"), "ChromeOS"),
    (re.compile(r"\bLinux\b"), "Linux"),
)


def describe_device(user_agent: str) -> str:
    """A label such as `Chrome on Windows`, or the known part of it."""
    browser = next((name for pattern, name in BROWSERS if pattern.search(user_agent)), None)
    system = next((name for pattern, name in SYSTEMS if pattern.search(user_agent)), None)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "an unknown device"
