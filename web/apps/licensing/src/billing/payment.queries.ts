import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export type BillingInformation = components['schemas']['BillingInformation']
export type Bill = components['schemas']['BillOut']

const KEY = ['billing-information']

/** Who is billed, how they pay, and what they were billed; asked of the provider at every visit. */
export function useBillingInformation() {
  const api = useApi()
  return useQuery(
    queryOptions({
      queryKey: KEY,
      queryFn: () => unwrap(api.GET('/api/v1/paddle/billing-information')),
      staleTime: 0,
      retry: false,
    }),
  )
}

/** A link to the PDF that ends after a while: asked for when it is wanted. */
export function useInvoice() {
  const api = useApi()
  return useMutation({
    mutationFn: async (billId: string) => {
      const params = { path: { bill_id: billId } }
      return (await unwrap(api.GET('/api/v1/paddle/invoices/{bill_id}', { params }))).url
    },
  })
}

/** Mails a link to the new address; nothing changes before it is opened. */
export function useChangeBillingEmail() {
  const api = useApi()
  return useMutation({
    mutationFn: (billingEmail: string) => unwrap(api.PATCH('/api/v1/paddle/billing-email', { body: { billingEmail } })),
  })
}

export function useConfirmBillingEmail() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => unwrap(api.POST('/api/v1/paddle/billing-email/confirm', { body: { token } })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: KEY }),
        queryClient.invalidateQueries({ queryKey: ['organization'] }),
      ]),
  })
}
