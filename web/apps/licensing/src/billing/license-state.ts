import type { License } from './licenses.queries'

export type LicenseState = 'trial' | 'trialOver' | 'good' | 'ending' | 'pastDue' | 'paused' | 'ended'

/** What a license means for the people who use it now. */
export function stateOf(license: License, now = new Date()): LicenseState {
  const isOver = license.validTo !== undefined && license.validTo !== null && new Date(license.validTo) < now
  if (license.isTrial) return isOver ? 'trialOver' : 'trial'
  const status = license.billing?.status
  if (status?.type === 'canceled' || isOver) return 'ended'
  if (license.billing?.isPastDue) return 'pastDue'
  if (status?.type === 'paused') return 'paused'
  if (status && 'deactivationAt' in status && status.deactivationAt) return 'ending'
  return 'good'
}

/** Trials are bought into, ended subscriptions are bought again; a running one is not bought twice. */
export const isForSale = (state: LicenseState): boolean => ['trial', 'trialOver', 'ended'].includes(state)

export const seatsLeft = (license: License): number => Math.max(0, license.maxSeats - license.usedSeats)
