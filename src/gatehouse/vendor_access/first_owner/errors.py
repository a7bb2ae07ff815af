from gatehouse.kit.errors import Conflict, NotFound


class SetUpLinkOver(NotFound):
    code = "first_owner.link_over"


class AddressTaken(Conflict):
    code = "first_owner.address_taken"
