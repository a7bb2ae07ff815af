import type { LicenseState } from '../billing/license-state'
import { seatsLeft, stateOf } from '../billing/license-state'
import type { License } from '../billing/licenses.queries'

const URGENCY: readonly LicenseState[] = [
  'pastDue',
  'trialOver',
  'trial',
  'ending',
  'pausing',
  'paused',
  'good',
  'ended',
]

/** The license that most wants attention: what fails now comes before what ends soon, and that before what is well. */
export function foremost(licenses: readonly License[]): License | undefined {
  const rank = (license: License) => URGENCY.indexOf(stateOf(license))
  return [...licenses].sort((one, other) => rank(one) - rank(other))[0]
}

/** Seats of all licenses that are in force. */
export function seatsInForce(licenses: readonly License[]): { used: number; max: number; left: number } {
  const live = licenses.filter((license) => stateOf(license) !== 'ended' && !license.isOver)
  const sum = (count: (license: License) => number) => live.reduce((total, license) => total + count(license), 0)
  return { used: sum((one) => one.usedSeats), max: sum((one) => one.maxSeats), left: sum(seatsLeft) }
}
