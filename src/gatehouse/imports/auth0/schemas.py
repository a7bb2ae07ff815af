"""A migration from Auth0 on the wire (wire reference, data migration)."""

from typing import Annotated

from pydantic import Field, StringConstraints

from gatehouse.identity.user_sources.configurations import HOST, Short
from gatehouse.kit.schemas import Name, Wire


class Auth0MigrationAsked(Wire):
    """`tenantIdFieldName` is the field of `app_metadata`, or with `isTenantIdOnUserMetadata` of
    `user_metadata`, that holds the id of an account here."""

    domain: Annotated[
        str, StringConstraints(pattern=HOST, max_length=260), Field(examples=["acme.eu.auth0.com"])
    ]
    client_id: Short = Field(examples=["a-client-id"])
    secret: Short = Field(examples=["a-secret"])
    tenant_id_field_name: Annotated[Name, Field(min_length=1, examples=["tenantId"])]
    is_tenant_id_on_user_metadata: bool = False
