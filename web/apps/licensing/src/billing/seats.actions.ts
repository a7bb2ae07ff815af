import { defineAction } from '@gatehouse/admin-portal/action'
import { unwrap } from '@gatehouse/api'
import { t } from './billing.texts'
import { nameOf } from './holder-name'
import type { HeldSeat } from './seats.queries'

interface SeatRelease {
  readonly fingerprint: string
  readonly seats: readonly HeldSeat[]
}

export const freeSeats = defineAction({
  async call(api, { fingerprint, seats }: SeatRelease) {
    for (const { id } of seats) {
      const params = { path: { license_id: fingerprint, seat_id: id } }
      await unwrap(api.DELETE('/api/v1/licenses/{license_id}/seats/{seat_id}', { params }))
    }
  },
  invalidates: [['holders'], ['licenses']],
  done({ seats }) {
    const [seat] = seats
    return seat && seats.length === 1
      ? t('license.freed', { name: nameOf(seat) })
      : t('reduce.freed', { count: seats.length })
  },
})
