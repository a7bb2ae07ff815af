from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class JobRetried(Event):
    event_name = "system.job_retried"
    severity = "Medium"
    text = "The job {job} ({job_id}), which had given up, runs again"
    job_id: int
    job: str


@dataclass(frozen=True, slots=True)
class JobDropped(Event):
    event_name = "system.job_dropped"
    severity = "High"
    text = "The job {job} ({job_id}), which had given up, is dropped"
    job_id: int
    job: str


@dataclass(frozen=True, slots=True)
class SigningKeyRotated(Event):
    event_name = "system.key_rotated"
    severity = "High"
    text = "A new {algorithm} key ({key_id}) is published, which signs tokens ten minutes later"
    key_id: str
    algorithm: str
