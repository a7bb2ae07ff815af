from gatehouse.kit.errors import Invalid, NotFound


class SmsConfigurationMissing(NotFound):
    code = "sms_configuration.missing"


class SmsConfigurationIncomplete(Invalid):
    code = "sms_configuration.incomplete"
