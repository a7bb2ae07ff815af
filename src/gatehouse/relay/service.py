"""What a relay does for its tools, one thing after the other. Its file decides whether there is anything to
lease; the vendor, where they can be reached, may say no before it ends."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from gatehouse.kit.errors import Conflict
from gatehouse.kit.logs import get_logger
from gatehouse.licensing.errors import NoSeats, NotInForce, SeatGone
from gatehouse.licensing.license_api.license_file import REFRESH_AFTER, format_timestamp
from gatehouse.licensing.license_api.schemas import SeatClaim, UsageEvent, Validate
from gatehouse.licensing.license_api.signing import encode_base64url, encode_canonical_json
from gatehouse.relay.key import RelayKey
from gatehouse.relay.settings import RelaySettings
from gatehouse.relay.signed_files import FileRefused, PublicKeys, RelayFile, read_relay_file
from gatehouse.relay.store import Lease, Store
from gatehouse.relay.timekeeping import Timekeeper

VALID = "VALID"
MARK_EVERY = timedelta(seconds=30)
KEEP_USAGE_FOR = timedelta(days=400)

log = get_logger("gatehouse.relay")


class NoFile(Conflict, code="NO_FILE"): ...


class Relay:
    """For one thread. A dropped-in file that is refused is logged, and the one before it counts on."""

    def __init__(
        self, settings: RelaySettings, keys: PublicKeys, own: RelayKey, store: Store
    ) -> None:
        self._settings = settings
        self._keys = keys
        self.own = own
        self.store = store
        self.time = Timekeeper(store.read_time_mark())
        self._marked = store.read_time_mark()
        self._looked: tuple[int, ...] | None = None
        self._file: RelayFile | None = None
        kept = store.read_value("file")
        if kept is not None:
            try:
                self._file = read_relay_file(kept.encode(), keys, own)
            except FileRefused as wrong:
                log.warning("the kept license file does not count", code=wrong.code, why=str(wrong))

    def read_license_code(self) -> str:
        """`VALID`, or why nothing is leased now."""
        self._reload_license_file()
        file, now = self._file, self.time.now()
        if file is None:
            return NoFile.code
        told = self.store.read_value("refused")
        if told is not None:
            return told
        if self.time.is_set_back:
            return "CLOCK_SET_BACK"
        self._update_time_mark(now)
        if now <= file.expires_at:
            return VALID
        is_over = file.valid_to is not None and now > file.valid_to
        return "EXPIRED" if is_over else "OFFLINE_TOO_LONG"

    def validate_license(self, asked: Validate) -> dict[str, Any]:
        code, now = self.read_license_code(), self.time.now()
        content = self.file.content
        if (
            code == VALID
            and asked.subject
            and not self.store.has_seat(asked.subject, asked.kind, now)
        ):
            code = "NO_SEAT"
        said = ("fingerprint", "name", "licenseType", "isTrial", "maxSeats", "validTo")
        license_now = {name: content[name] for name in said} | {
            "usedSeats": self.store.count_used_seats(now)
        }
        return {
            "valid": code == VALID,
            "code": code,
            "license": license_now,
            "serverTime": format_timestamp(now),
        }

    def claim_seat(self, wanted: SeatClaim) -> tuple[Lease, bool]:
        """`NotInForce`; `NoSeats` when all are held."""
        self._require_valid_license()
        most = self._settings.ci_sessions if wanted.kind == "ci" else self.file.max_seats
        lease, is_new, used = self.store.claim_seat(
            wanted, self.time.now(), self._compute_lease_end(), most
        )
        if lease is None:
            raise NoSeats("All seats are in use", maxSeats=most, usedSeats=used, kind=wanted.kind)
        return lease, is_new

    def extend_lease(self, seat_id: str, use: str) -> datetime:
        until = self._compute_lease_end()
        if self.read_license_code() != VALID or not self.store.extend_lease(
            seat_id, use, self.time.now(), until
        ):
            raise SeatGone("The seat has expired or was released. Claim a new one.")
        return until

    def end_seat_use(self, seat_id: str, use: str) -> None:
        self.store.end_seat_use(seat_id, use, self.time.now())

    def issue_tool_file(self, subject: str | None) -> dict[str, Any]:
        """Signed by the relay, with the vendor's file that lets it; it says nothing that goes beyond that."""
        self._require_valid_license()
        now, file = self.time.now().replace(microsecond=0), self.file
        if subject is not None and not self.store.has_seat(subject, None, now):
            raise NotInForce("NO_SEAT")
        expires = min(now + timedelta(days=self._settings.file_days), file.expires_at)
        content = {name: value for name, value in file.content.items() if name != "relayKey"} | {
            "subject": subject,
            "keyId": self.own.id,
            "issuedAt": format_timestamp(now),
            "refreshAt": format_timestamp(min(now + REFRESH_AFTER, expires)),
            "expiresAt": format_timestamp(expires),
        }
        signature = encode_base64url(self.own.sign(encode_canonical_json(content)))
        return {
            "license": content,
            "algorithm": "Ed25519",
            "signature": signature,
            "relay": file.envelope,
        }

    def store_usage(self, events: Sequence[UsageEvent]) -> None:
        self.read_license_code()
        now = self.time.now()
        self.store.store_usage(events, now)
        self.store.delete_usage_before(now - KEEP_USAGE_FOR)

    @property
    def file(self) -> RelayFile:
        if self._file is None:
            raise NoFile("The relay has no license file")
        return self._file

    @property
    def refresh_at(self) -> datetime | None:
        """When the vendor is asked for another file; None: now, there is none."""
        return self._file.refresh_at if self._file else None

    def accept_license_file(self, text: bytes) -> None:
        """A file that is newer than the one that counts takes its place. Raises `FileRefused`."""
        file, known = read_relay_file(text, self._keys, self.own), self._file
        if known is not None and file.envelope == known.envelope:
            return
        if known is not None and file.issued_at < known.issued_at:
            raise FileRefused("OLDER_FILE", "A newer license file was used here before")
        self.store.store_value("file", text.decode())
        self.store.store_value("refused", None)
        self._file = file
        self.time.set_time(file.issued_at)
        self._write_time_mark(self.time.now())
        self.store.free_seats_beyond(file.max_seats)
        log.info(
            "a license file was taken",
            seats=file.max_seats,
            until=format_timestamp(file.expires_at),
        )

    def record_vendor_refusal(self, code: str | None) -> None:
        """What the vendor says of the license holds until they take it back, or a newer file comes."""
        if self.store.read_value("refused") != code:
            log.warning("the vendor has spoken", code=code or VALID)
            self.store.store_value("refused", code)

    def _reload_license_file(self) -> None:
        """Load the license file again when it was replaced."""
        try:
            about = self._settings.file_path.stat()
            looks = (about.st_mtime_ns, about.st_size, about.st_ino)
            if looks == self._looked:
                return
            text = self._settings.file_path.read_bytes()
        except OSError:
            return
        self._looked = looks
        try:
            self.accept_license_file(text)
        except FileRefused as wrong:
            log.warning("a license file was refused", code=wrong.code, why=str(wrong))

    def _require_valid_license(self) -> None:
        code = self.read_license_code()
        if code != VALID:
            raise NotInForce(code)

    def _compute_lease_end(self) -> datetime:
        return self.time.now() + timedelta(seconds=self._settings.seat_lease_seconds)

    def _update_time_mark(self, now: datetime) -> None:
        if self._marked is None or now > self._marked + MARK_EVERY:
            self._write_time_mark(now)

    def _write_time_mark(self, now: datetime) -> None:
        self._marked = now
        self.store.store_value("mark", str(now.timestamp()))
