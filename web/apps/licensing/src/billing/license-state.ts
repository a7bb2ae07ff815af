import type { License } from './licenses.queries'

export type LicenseState =
  | 'trial'
  | 'trialOver'
  | 'good'
  | 'granted'
  | 'grantedOver'
  | 'ending'
  | 'pausing'
  | 'pastDue'
  | 'paused'
  | 'lasting'
  | 'ended'
  | 'stopped'

/** What a license means for the people who use it now; by the server's clock, not by this machine's. */
export function stateOf(license: License): LicenseState {
  // Whatever is paid: the vendor has suspended or revoked it.
  if (license.standing) return 'stopped'
  if (license.isTrial) return license.isOver ? 'trialOver' : 'trial'
  // Given by the vendor: there is nothing to pay, change or cancel.
  if (!license.billing) return license.isOver ? 'grantedOver' : 'granted'
  const status = license.billing.status
  // After the end of what was paid the vendor may have given more time.
  if (status.type === 'canceled') return license.validTo && !license.isOver ? 'lasting' : 'ended'
  // It can be resumed: bought again, it would be paid twice.
  if (status.type === 'paused') return 'paused'
  // Also when its grace is over: the subscription still runs, and one that runs is paid, not bought again.
  if (license.billing.isPastDue) return 'pastDue'
  if (license.isOver) return 'ended'
  if (status.deactivationAt) return 'ending'
  if (status.pauseAt) return 'pausing'
  return 'good'
}

/** It ends or pauses by itself, and that can be taken back: in whatever state it is. */
export const hasEndAhead = ({ billing }: License): boolean =>
  Boolean(billing?.status.deactivationAt || billing?.status.pauseAt)

/** Trials are bought into, ended subscriptions are bought again; a running one is not bought twice. */
export const isForSale = (state: LicenseState): boolean => ['trial', 'trialOver', 'lasting', 'ended'].includes(state)

export const seatsLeft = (license: License): number => Math.max(0, license.maxSeats - license.usedSeats)

/** Its tools may be used now. */
export const isInForce = (license: License): boolean =>
  !['ended', 'stopped'].includes(stateOf(license)) && !license.isOver
