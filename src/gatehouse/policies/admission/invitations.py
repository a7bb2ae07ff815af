"""Nobody is invited whose email address the tenant would not let in."""

from gatehouse.directory.people.invite.conditions import condition
from gatehouse.policies.admission.service import refused_addresses

condition(refused_addresses)
