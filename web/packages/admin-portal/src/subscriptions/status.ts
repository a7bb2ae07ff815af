import type { BillingSummary, Subscription } from '../wire'

const KNOWN = ['active', 'trialing', 'trialEnded', 'incomplete', 'canceled', 'expired'] as const
export type Status = (typeof KNOWN)[number]

/** A word that is not known counts as expired (admin portal spec §4). */
export function statusOf({ status }: Pick<Subscription, 'status'>): Status {
  return KNOWN.find((known) => known.toLowerCase() === status.toLowerCase()) ?? 'expired'
}

export const endsSoon = ({ cancellation }: Subscription): boolean => cancellation?.policy === 'atPeriodEnd'

/** Spec §4: only what runs and is not canceled already. */
export const mayCancel = (subscription: Subscription): boolean =>
  statusOf(subscription) === 'active' && !subscription.cancellation

/** Until the period ends, it can be taken back. */
export const mayRenew = endsSoon

/** The subscription, while a change of plan or card still reaches it; what has no current plan any more is over. */
export function getActiveSubscription(
  subscription: Subscription | null,
  { currentPlanId }: BillingSummary,
): Subscription | null {
  if (!subscription || statusOf(subscription) === 'canceled') return null
  return statusOf(subscription) === 'expired' && !currentPlanId ? null : subscription
}
