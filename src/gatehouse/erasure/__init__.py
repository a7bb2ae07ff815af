"""GDPR erasure of a user: sign-in and memberships at once, then every trace, step by step."""
