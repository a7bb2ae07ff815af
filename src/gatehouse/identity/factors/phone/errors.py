from gatehouse.kit.errors import Invalid


class NumberMalformed(Invalid):
    code = "mfa.phone_malformed"
