from gatehouse.policies.country_restrictions.models import CountryRules


def allows_country(rules: CountryRules, country: str | None) -> bool:
    """Whether somebody in this country may enter; None where it is not known. `ALLOW` lets in who is
    listed, `BLOCK` everybody else. A list without entries is not in force."""
    if not rules.country_active or not rules.countries:
        return True
    if country is None:
        return rules.country_unknown == "ALLOW"
    return (country in rules.countries) == (rules.country_strategy == "ALLOW")
