from gatehouse.kit.errors import NotFound


class SmsTemplateNotFound(NotFound):
    code = "sms_templates.not_found"
