from gatehouse.kit.errors import NotFound


class MailConfigurationMissing(NotFound):
    code = "mail_configurations.missing"
