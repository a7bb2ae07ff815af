from typing import Literal

from pydantic import Field

from gatehouse.kit.configuration import Section


class FileSms(Section):
    """Text messages are written as JSON files below `<data_dir>/sms`."""

    kind: Literal["file"] = "file"


class SmsSettings(Section):
    sms: FileSms = Field(FileSms(), description="Where text messages go.")
