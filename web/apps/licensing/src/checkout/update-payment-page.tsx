import { ApiError, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { EmptyState } from '@gatehouse/ui'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { type License, useLicenses } from '../billing/licenses.queries'
import { useT } from '../texts'
import { CheckoutProvider } from './checkout-context'
import { OpenTransaction } from './checkout-page'
import { BackToBilling } from './checkout-unavailable'

/** Another card for a subscription, through the provider's own form. */
export function UpdatePaymentPage() {
  const { fingerprint } = useSearch({ from: '/billing/update-payment' })
  const license = useLicenses().find((one) => one.fingerprint === fingerprint)
  return license ? <UpdatePayment license={license} /> : <Navigate to="/billing" replace />
}

function UpdatePayment({ license }: { readonly license: License }) {
  const t = useT()
  const transactionId = useUpdateTransaction(license.id)
  if (!transactionId)
    return <EmptyState title={t('checkout.nothingToUpdate')} drawing="card" action={<BackToBilling />} />
  return (
    <CheckoutProvider>
      <OpenTransaction id={transactionId} />
    </CheckoutProvider>
  )
}

/** The provider's transaction that takes the new card; null when the license has no running subscription. */
function useUpdateTransaction(licenseId: string): string | null {
  const api = useApi()
  const query = queryOptions({
    queryKey: ['update-payment', licenseId],
    queryFn: async () => {
      const path = { license_id: licenseId }
      try {
        const answer = await unwrap(
          api.GET('/api/v1/licenses/{license_id}/update-payment-method', { params: { path } }),
        )
        return answer.transactionId
      } catch (error) {
        if (error instanceof ApiError && [404, 409].includes(error.status)) return null
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Each answer is a transaction of its own, and one may be open in the overlay.
    refetchOnReconnect: false,
  })
  return useSuspenseQuery(query).data
}
