"""Invite condition: refuse invitations of email addresses that the tenant's domain restrictions refuse."""

from gatehouse.directory.people.invite import invite_condition
from gatehouse.policies.admission.service import refused_addresses

invite_condition(refused_addresses)
