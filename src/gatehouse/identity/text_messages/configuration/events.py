from gatehouse.kit.events import Event


class SmsConfigurationSet(Event):
    event_name = "vendor.sms_configuration_set"
    severity = "High"
    text = "Text messages go through the account {account_id} from now on"
    account_id: str


class SmsConfigurationDeleted(Event):
    event_name = "vendor.sms_configuration_deleted"
    severity = "High"
    text = "Text messages go through the deployment's own account again"
