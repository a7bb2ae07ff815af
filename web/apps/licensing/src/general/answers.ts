import type { LicenseState } from '../billing/license-state'
import { isInForce, stateOf } from '../billing/license-state'
import type { License } from '../billing/licenses.queries'

const URGENCY: Record<LicenseState, number> = {
  stopped: 0,
  pastDue: 1,
  trial: 2,
  ending: 3,
  lasting: 4,
  pausing: 5,
  paused: 6,
  good: 7,
  granted: 8,
  trialOver: 9,
  grantedOver: 10,
  ended: 11,
}

/** The license that most wants attention: what fails now comes before what ends soon, that
 * before what is well, and what is over comes last. */
export function findMostUrgent(licenses: readonly License[]): License | undefined {
  const rank = (license: License) => URGENCY[stateOf(license)]
  return [...licenses].sort((one, other) => rank(one) - rank(other))[0]
}

/** The license that most people use: of those in force the one with the most seats, otherwise the most urgent one. */
export function findLargest(licenses: readonly License[]): License | undefined {
  const live = licenses.filter(isInForce)
  return [...live].sort((one, other) => other.maxSeats - one.maxSeats)[0] ?? findMostUrgent(licenses)
}
