"""Three-way merge of lists that several administrators edit at once."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from gatehouse.kit.errors import Conflict

Entry = TypeVar("Entry")


class ListTooLong(Conflict, code="lists.too_long"): ...


def merge_list(
    current: Collection[Entry],
    base: Collection[Entry] | None,
    wanted: Iterable[Entry],
    *,
    most: int | None = None,
) -> list[Entry]:
    """`current` with what the editor added to and removed from `base`, the list that the editor started with.

    Call it under the lock of the row, so that no other change falls between reading and writing. Without
    `base`, as published clients send it, the whole list becomes `wanted`. Raises `ListTooLong` when both
    changes together exceed `most`.
    """
    wanted = list(wanted)
    if base is None:
        return wanted
    removed = set(base) - set(wanted)
    merged = [entry for entry in current if entry not in removed]
    merged += [entry for entry in wanted if entry not in base and entry not in merged]
    if most is not None and len(merged) > most:
        raise ListTooLong(f"The list has at most {most} entries", most=most)
    return merged
