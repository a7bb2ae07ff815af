from gatehouse.kit.events import Event


class MailConfigurationChanged(Event):
    event_name = "vendor.mail_configuration_changed"
    severity = "High"
    text = "Mail goes through {provider}"
    provider: str


class MailConfigurationRemoved(Event):
    event_name = "vendor.mail_configuration_removed"
    severity = "High"
    text = "Mail goes as the settings say"
