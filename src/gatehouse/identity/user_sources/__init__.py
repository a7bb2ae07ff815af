"""Older systems that people come from: asked whether a password is right when it is not known here yet."""
