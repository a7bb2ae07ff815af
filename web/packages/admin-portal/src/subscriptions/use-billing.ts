import { useApi, useSessionState } from '@gatehouse/react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useStaleWhileError } from '../shared/freshness'
import type { BillingRules, BillingSummary, PaymentMethod, Plan, Subscription } from '../wire'
import { chosenMethod } from './method'
import { getActiveSubscription } from './status'
import {
  hasProviderQuery,
  methodsQuery,
  planQuery,
  plansQuery,
  rulesQuery,
  subscriptionQuery,
  summaryQuery,
} from './subscriptions.queries'

/** What a tenant has and pays, as far as every page of the section needs it. */
export interface Billing {
  readonly summary: BillingSummary
  readonly rules: BillingRules
  /** The newest, also one that has ended. */
  readonly subscription: Subscription | null
  /** The same, while it can be changed. */
  readonly alive: Subscription | null
  /** The plan of the subscription, else the default plan; null without either. */
  readonly plan: Plan | null
  /** All that are for sale. */
  readonly plans: readonly Plan[]
  readonly method: PaymentMethod | null
}

interface Loaded {
  /** False where the vendor takes no cards, and nothing else is asked for. */
  readonly isConfigured: boolean
  /** Undefined until everything is there. */
  readonly billing: Billing | undefined
  readonly failed: { readonly error: Error; readonly retry: () => void } | undefined
}

const NOTHING: Loaded = { isConfigured: true, billing: undefined, failed: undefined }

export function useBilling(): Loaded {
  const provider = useResult(useQuery(hasProviderQuery(useApi())))
  const facts = useFacts()
  if (provider.data === false) return { ...NOTHING, isConfigured: false }
  const bad = [provider, ...facts.asked].filter(({ error }) => error)
  const error = bad[0]?.error
  if (error) {
    const retry = () => {
      for (const one of bad) one.refetch()
    }
    return { ...NOTHING, failed: { error, retry } }
  }
  return provider.data ? { ...NOTHING, billing: facts.billing } : NOTHING
}

function useFacts() {
  const api = useApi()
  const tenantId = useSessionState().user?.tenantId ?? ''
  const summary = useResult(useQuery(summaryQuery(api, tenantId)))
  const rules = useResult(useQuery(rulesQuery(api)))
  const newest = useResult(useQuery(subscriptionQuery(api)))
  const plans = useResult(useQuery(plansQuery(api)))
  const methods = useResult(useQuery(methodsQuery(api)))
  const wanted = summary.data && wantedPlan(summary.data, newest.data ?? null)
  const listed = plans.data?.find(({ id, slug }) => id === wanted || slug === wanted)
  // What is not for sale any more is asked for by its id.
  const isHidden = plans.data && wanted && !listed && wanted !== newest.data?.plan.slug
  const hidden = isHidden ? wanted : undefined
  const single = useResult(useQuery({ ...planQuery(api, hidden ?? ''), enabled: Boolean(hidden) }))
  const asked = [summary, rules, newest, plans, methods, ...(hidden ? [single] : [])]
  if (
    !summary.data ||
    !rules.data ||
    newest.data === undefined ||
    !plans.data ||
    !methods.data ||
    (hidden && single.data === undefined)
  ) {
    return { asked, billing: undefined }
  }
  const billing: Billing = {
    summary: summary.data,
    rules: rules.data,
    subscription: newest.data,
    alive: getActiveSubscription(newest.data, summary.data),
    plan: listed ?? (hidden ? (single.data ?? null) : null),
    plans: plans.data,
    method: chosenMethod(methods.data, summary.data.paymentMethodId),
  }
  return { asked, billing }
}

/** By its id, or for a subscription that has ended by its key. */
function wantedPlan({ currentPlanId, defaultPlanId }: BillingSummary, newest: Subscription | null) {
  return currentPlanId ?? (newest ? newest.plan.slug : defaultPlanId) ?? ''
}

function useResult<Data>(query: UseQueryResult<Data>) {
  const { data, error } = useStaleWhileError(query)
  return { data, error, refetch: () => void query.refetch() }
}
