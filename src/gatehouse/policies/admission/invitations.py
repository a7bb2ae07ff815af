"""Nobody is invited whose email address the tenant would not let in."""

from gatehouse.directory.people.invite.conditions import invite_condition
from gatehouse.policies.admission.service import refused_addresses

invite_condition(refused_addresses)
