import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { PaymentMethod, Subscription } from '../wire'

export const KEY = ['subscriptions'] as const
export const SUBSCRIPTION = [...KEY, 'subscription'] as const

const ALL = '/subscriptions/resources'
const BILLING = `${ALL}/billing` as const

/** The one provider whose cards are taken here, once the vendor has set it up (admin portal spec §4). */
const CARDS = { providerType: 'Stripe', status: '1' }

export const hasProviderQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'provider'],
    async queryFn({ signal }): Promise<boolean> {
      const providers = await unwrap(api.GET(`${ALL}/payment-providers/v1`, { signal }))
      return providers.some(
        ({ providerType, status }) => providerType === CARDS.providerType && status === CARDS.status,
      )
    },
  })

export const summaryQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...KEY, 'summary', tenantId],
    queryFn: ({ signal }) =>
      unwrap(api.GET(`${BILLING}/summaries/v1/{tenant_id}`, { params: { path: { tenant_id: tenantId } }, signal })),
  })

export const rulesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'vendor'],
    queryFn: ({ signal }) => unwrap(api.GET(`${BILLING}/configurations/vendor-public-configurations/v1`, { signal })),
  })

/** The tenant's own; null where there is none. */
export const subscriptionQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: SUBSCRIPTION,
    queryFn: ({ signal }): Promise<Subscription | null> =>
      orNothing(async () => (await unwrap(api.GET(`${ALL}/subscriptions/v1`, { signal })))[0] ?? null),
  })

export const plansQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'plans'],
    queryFn: ({ signal }) => unwrap(api.GET(`${BILLING}/plans/v1`, { signal })),
  })

/** One plan, also where it is not for sale any more; null where it is gone. */
export const planQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'plan', id],
    queryFn: ({ signal }) =>
      orNothing(() => unwrap(api.GET(`${BILLING}/plans/v1/{plan_id}`, { params: { path: { plan_id: id } }, signal }))),
  })

export const methodsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'methods'],
    queryFn: ({ signal }): Promise<PaymentMethod[]> => unwrap(api.GET(`${BILLING}/payment-methods/v1`, { signal })),
  })

export const invoicesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'invoices'],
    queryFn: ({ signal }) => unwrap(api.GET(`${BILLING}/invoices/v1`, { signal })),
  })

/** What a change would cost at this moment. */
export const previewQuery = (api: ApiClient, subscriptionId: string, planId: string) =>
  queryOptions({
    queryKey: [...KEY, 'preview', subscriptionId, planId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET(`${BILLING}/subscriptions/v1/{subscription_id}/previews`, {
          params: { path: { subscription_id: subscriptionId }, query: { planId } },
          signal,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

async function orNothing<Answer>(read: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
