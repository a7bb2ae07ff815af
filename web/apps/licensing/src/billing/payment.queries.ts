import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useQuery } from '@tanstack/react-query'

export type BillingInformation = components['schemas']['BillingInformation']
export type Bill = components['schemas']['BillOut']

export const BILLING_INFORMATION = ['billing-information']

/** Who is billed, how they pay, and what they were billed; asked of the provider at every visit. */
export function useBillingInformation() {
  const api = useApi()
  return useQuery(
    queryOptions({
      queryKey: BILLING_INFORMATION,
      queryFn: () => unwrap(api.GET('/api/v1/paddle/billing-information')),
      staleTime: 0,
      retry: false,
    }),
  )
}
