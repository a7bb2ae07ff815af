import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type PaymentProvider, startPaymentProvider } from './provider'

export type CheckoutConfig = components['schemas']['CheckoutConfig']

/** The provider's script, ready to use; null when it could not be loaded. */
export function usePaymentProvider(): PaymentProvider | null {
  const api = useApi()
  const query = queryOptions({
    queryKey: ['payment-provider'],
    queryFn: async () => (await startPaymentProvider(await unwrap(api.GET('/api/v1/paddle/config')))) ?? null,
    retry: false,
    // A script that failed to load is tried again on the next visit, one that loaded is kept.
    gcTime: 0,
    // Starting it again would close an overlay that is open.
    refetchOnReconnect: false,
  })
  return useSuspenseQuery(query).data
}

/** The customer of the checkout, and the prices for sale. */
export function useCheckoutConfig(): CheckoutConfig {
  const api = useApi()
  const query = queryOptions({
    queryKey: ['checkout-config'],
    queryFn: () => unwrap(api.GET('/api/v1/paddle/checkout-config')),
  })
  return useSuspenseQuery(query).data
}
