"""Fewer seats from the next period on: asked for now, made at the provider in the last hour of this one."""
