"""The captcha policy, as the vendor's backends read and set it."""
