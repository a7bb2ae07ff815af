"""Spans of OpenTelemetry: what a request or a job spent its time on, sent to a collector.

Without a collector nothing of it runs but `SPANS`, which then makes none.
"""
