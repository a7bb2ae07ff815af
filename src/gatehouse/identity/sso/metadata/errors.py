from gatehouse.kit.errors import Invalid


class BadMetadata(Invalid):
    code = "sso.bad_metadata"


class MetadataUnreachable(Invalid):
    code = "sso.metadata_unreachable"
