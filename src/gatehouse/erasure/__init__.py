"""GDPR erasure of a user: sign-in and memberships immediately, then every trace, step by step."""
