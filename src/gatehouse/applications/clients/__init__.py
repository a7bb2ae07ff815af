"""Agents that act for users of an application: OAuth clients with a secret and redirect addresses of their
own."""
