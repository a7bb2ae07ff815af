from gatehouse.kit.errors import Forbidden


class PersonNeeded(Forbidden):
    """A backend's credential is nobody who could act for somebody."""

    code = "impersonation.person_needed"
