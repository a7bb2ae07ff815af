import { useApi } from '@gatehouse/react'
import { useSubmit } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../shared/action'
import { useStaleWhileError } from '../shared/freshness'
import type { ChangePreview, Plan } from '../wire'
import { isSamePeriod, isSmaller } from './prices'
import { statusOf } from './status'
import { confirmCheckout, settleTrial } from './subscriptions.actions'
import { previewQuery } from './subscriptions.queries'
import type { Billing } from './use-billing'

/** What a checkout comes to. */
export interface Terms {
  /** Nothing was paid for before. */
  readonly isFirst: boolean
  /** The plan that is left, if another one is. */
  readonly before: Plan | null
  /** Until when a trial that runs goes on. */
  readonly trialEnd: string | undefined
  /** How long a trial that begins is; only the first subscription has one. */
  readonly trialDays: number | undefined
  /** What changes now; undefined where nothing is counted against anything. */
  readonly preview: ChangePreview | undefined
  /** A step down: what is left is taken off later payments. */
  readonly isCredited: boolean
  readonly isLoading: boolean
  /** Nothing is confirmed whose cost is not seen. */
  readonly isKnown: boolean
  readonly error: Error | null
  readonly retry: () => void
}

export function useCheckout(billing: Billing, plan: Plan, onConfirmed: (terms: Terms) => void) {
  const { method, alive } = billing
  const terms = useTerms(billing, plan)
  const confirmTrial = useAction(settleTrial)
  const change = useAction(confirmCheckout, { awaitRefetch: true })
  const { pending, failure, run } = useSubmit()
  const { trialEnd, before, preview } = terms

  async function confirm() {
    if (!method) return
    // A trial of the same plan that a card stands behind goes over into it by itself (admin portal spec §4).
    const isSettled = alive && trialEnd && !before
    const prorationDate = preview?.prorationDate
    const isDone = await run(() =>
      isSettled ? confirmTrial.run(alive) : change.run({ subscription: alive, plan, method, prorationDate }),
    )
    if (isDone) onConfirmed(terms)
  }
  return { terms, confirm: () => void confirm(), isRunning: pending, failure }
}

function useTerms({ alive, subscription, plan: current }: Billing, plan: Plan): Terms {
  const status = alive && statusOf(alive)
  const before = alive && current && current.id !== plan.id ? current : null
  const isCounted = before !== null && status === 'active'
  const query = useQuery({ ...previewQuery(useApi(), alive?.id ?? '', plan.id), enabled: isCounted })
  const { data, error } = useStaleWhileError(query)
  return {
    isFirst: alive === null,
    before,
    trialEnd: alive && status === 'trialing' ? (alive.trialEnd ?? alive.currentPeriodEnd) : undefined,
    trialDays: (subscription === null && plan.trialDays) || undefined,
    preview: isCounted ? data : undefined,
    isCredited: before !== null && isSmaller(plan, before) && isSamePeriod(plan, before),
    isLoading: isCounted && !data && !error,
    isKnown: !isCounted || data !== undefined,
    error: isCounted ? error : null,
    retry: () => void query.refetch(),
  }
}
