from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable
from gatehouse.policies import models

DOMAIN_RESTRICTIONS = TenantTable("email_domain_restrictions")
IP_RESTRICTIONS = TenantTable("ip_restrictions")

RULES = Query(
    models.EntryRules,
    """
    select e.ip_active, e.ip_strategy, array(
        select r.network::text from ip_restrictions r
        where r.tenant_id = e.tenant_id and r.is_active and r.strategy = e.ip_strategy
      ) as networks,
      e.domain_active, e.domain_strategy, e.block_public_domains, array(
        select d.domain from email_domain_restrictions d
        where d.tenant_id = e.tenant_id and d.strategy = e.domain_strategy
      ) as domains,
      e.country_active, e.country_strategy, e.country_unknown, e.countries, e.country_mail
    from entry_rules e where e.tenant_id = $1
    """,
)

SET_COUNTRY_RULES = Command(
    """
    insert into entry_rules (tenant_id, updated_at, country_active, country_strategy, country_unknown,
      country_mail)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (tenant_id) do update set updated_at = $2, country_active = $3, country_strategy = $4,
      country_unknown = $5, country_mail = $6
    """
)

SET_COUNTRIES = Command(
    """
    insert into entry_rules (tenant_id, updated_at, countries) values ($1, $2, $3)
    on conflict (tenant_id) do update set updated_at = $2, countries = $3
    """
)

SET_DOMAIN_RULES = Command(
    """
    insert into entry_rules as e (tenant_id, updated_at, domain_active, domain_strategy,
      block_public_domains)
    values ($1, $2, $3, coalesce($4, 'ALLOW'), coalesce($5, false))
    on conflict (tenant_id) do update set updated_at = $2, domain_active = $3,
      domain_strategy = coalesce($4, e.domain_strategy),
      block_public_domains = coalesce($5, e.block_public_domains)
    """
)

SET_ADDRESS_RULES = Command(
    """
    insert into entry_rules as e (tenant_id, updated_at, ip_active, ip_strategy)
    values ($1, $2, $3, coalesce($4, 'ALLOW'))
    on conflict (tenant_id) do update set updated_at = $2, ip_active = $3,
      ip_strategy = coalesce($4, e.ip_strategy)
    """
)

DOMAINS = Query(
    models.DomainRestriction,
    """
    select id, domain, strategy from email_domain_restrictions where tenant_id = $1
    order by domain, id limit 1000
    """,
)

COUNT_DOMAINS = Query(int, "select count(*) from email_domain_restrictions where tenant_id = $1")

ADD_DOMAIN = Query(
    models.DomainRestriction,
    """
    insert into email_domain_restrictions (id, tenant_id, domain, strategy, created_at)
    values ($1, $2, $3, $4, $5)
    on conflict do nothing
    returning id, domain, strategy
    """,
)

REMOVE_DOMAIN = Query(
    models.DomainRestriction,
    """
    delete from email_domain_restrictions where tenant_id = $1 and id = $2
    returning id, domain, strategy
    """,
)

REMOVE_DOMAINS = Command(
    "delete from email_domain_restrictions where tenant_id = $1 and strategy = $2"
)

IP_COLUMNS: LiteralString = (
    "id, network::text as network, strategy, is_active, description, created_at, updated_at"
)

NETWORKS = Query(
    models.ListedIpRestriction,
    f"""
    select {IP_COLUMNS}, count(*) over () as total from ip_restrictions
    where tenant_id = $1 and ($2::text is null or strategy = $2)
    order by created_at desc, id desc limit $3::int offset $4::bigint
    """,
)

COUNT_NETWORKS = Query(
    int,
    """
    select count(*) from ip_restrictions
    where tenant_id = $1 and ($2::text is null or strategy = $2)
    """,
)

ADD_NETWORK = Query(
    models.IpRestriction,
    f"""
    insert into ip_restrictions (id, tenant_id, network, strategy, is_active, description, created_at,
      updated_at)
    values ($1, $2, $3::text::cidr, $4, $5, $6, $7, $7)
    on conflict do nothing
    returning {IP_COLUMNS}
    """,
)

ALLOW_NETWORK = Query(
    models.IpRestriction,
    f"""
    insert into ip_restrictions (id, tenant_id, network, strategy, is_active, description, created_at,
      updated_at)
    values ($1, $2, $3::text::cidr, 'ALLOW', true, $4, $5, $5)
    on conflict (tenant_id, strategy, network) do update set is_active = true, updated_at = $5
    returning {IP_COLUMNS}
    """,
)

REMOVE_NETWORK = Query(
    models.IpRestriction,
    f"delete from ip_restrictions where tenant_id = $1 and id = $2 returning {IP_COLUMNS}",
)

# The addresses that the tenant allows, whether or not that is in force.
ALLOWED_NETWORKS = Query(
    str,
    """
    select network::text from ip_restrictions
    where tenant_id = $1 and is_active and strategy = 'ALLOW'
    """,
)
