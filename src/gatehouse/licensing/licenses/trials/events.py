from gatehouse.licensing.licenses.events import LicenseEvent


class TrialEnded(LicenseEvent):
    event_name = "license.trial_ended"
    severity = "Medium"
    text = "The trial of {name} has ended"
