from gatehouse.kit.errors import Invalid


class TooManySteps(Invalid):
    code = "audits.too_many_steps"
