"""What cannot be decided from what was delivered."""


class ProviderReadRequired(Exception):
    """This subscription has to be read at the provider before going on."""

    def __init__(self, subscription_id: str) -> None:
        super().__init__(subscription_id)
        self.subscription_id = subscription_id
