from gatehouse.policies.country_restrictions.models import CountryRules


def allows_country(rules: CountryRules, country: str | None) -> bool:
    """Whether a user in this country may enter; None if the country is unknown. `ALLOW` admits listed
    countries only, `BLOCK` all others. An empty list is not in force."""
    if not rules.country_active or not rules.countries:
        return True
    if country is None:
        return rules.country_unknown == "ALLOW"
    return (country in rules.countries) == (rules.country_strategy == "ALLOW")
