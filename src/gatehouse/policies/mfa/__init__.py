"""MFA policy of a tenant: enforcement, and how long a device is remembered."""
