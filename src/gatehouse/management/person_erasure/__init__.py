"""Somebody is erased: at once from where they sign in and belong, and then from every trace, step by step."""
