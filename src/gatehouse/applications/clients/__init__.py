"""Agents that act for people of an application: clients of OAuth with a secret and addresses of their own."""
