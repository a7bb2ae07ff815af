import type { HeldSeat } from './seats.queries'

/** What a holder is called: by name where the tool knows one. */
export const nameOf = (seat: HeldSeat): string => seat.name || seat.subject

/** What else tells them apart. */
export const detailsOf = (seat: HeldSeat): string =>
  [seat.name && seat.name !== seat.subject ? seat.subject : undefined, seat.hostname, seat.version]
    .filter(Boolean)
    .join(' · ')
