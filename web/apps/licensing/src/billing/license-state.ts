import type { License } from './licenses.queries'

export type LicenseState = 'trial' | 'trialOver' | 'good' | 'ending' | 'pastDue' | 'paused' | 'ended'

/** What a license means for the people who use it now. */
export function stateOf(license: License, now = new Date()): LicenseState {
  if (license.isTrial) return isOver(license, now) ? 'trialOver' : 'trial'
  const status = license.billing?.status
  if (status?.type === 'canceled') return 'ended'
  // Also when its grace is over: the subscription still runs, and one that runs is paid, not bought again.
  if (license.billing?.isPastDue) return 'pastDue'
  if (isOver(license, now)) return 'ended'
  if (status?.type === 'paused') return 'paused'
  if (status && 'deactivationAt' in status && status.deactivationAt) return 'ending'
  return 'good'
}

/** Nobody can use it any more, or until it is paid. */
export const isOver = ({ validTo }: License, now = new Date()): boolean => Boolean(validTo && new Date(validTo) < now)

/** Trials are bought into, ended subscriptions are bought again; a running one is not bought twice. */
export const isForSale = (state: LicenseState): boolean => ['trial', 'trialOver', 'ended'].includes(state)

export const seatsLeft = (license: License): number => Math.max(0, license.maxSeats - license.usedSeats)
