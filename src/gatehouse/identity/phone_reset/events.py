from uuid import UUID

from gatehouse.kit.events import Event


class PhoneResetRequested(Event):
    event_name = "user.phone_reset_requested"
    text = "Asked to replace the phone number"
    user_id: UUID


class PhoneNumberReset(Event):
    event_name = "user.phone_number_reset"
    severity = "Medium"
    text = "Named a new phone number after proving the address"
    user_id: UUID
