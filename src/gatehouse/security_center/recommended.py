"""The values that are recommended. What a tenant has set is weak where it is looser than these."""

from datetime import timedelta

# As the admin portal spec says them (§9).
IDLE_SECONDS = 1800
LOCKOUT_ATTEMPTS = 5
HISTORY_SIZE = 5
INACTIVE = timedelta(days=90)
# NIST SP 800-63B-4 §2.2.3: with a second factor, the whole sign-in again at least once a day.
RELOGIN_SECONDS = 86_400
# A computer, a phone, and room for a few more.
CONCURRENT_SESSIONS = 5
