import { ApiError, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { EmptyState, Loading } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useT } from '../texts'
import { CheckoutProvider, useCheckout } from './checkout-context'
import { BackToBilling } from './checkout-unavailable'

/** A checkout that was begun elsewhere: the address names the provider's transaction. */
export function CheckoutPage() {
  const t = useT()
  const { _ptxn: transactionId = '' } = useSearch({ from: '/billing/checkout' })
  const status = useTransactionStatus(transactionId)
  if (!status)
    return (
      <EmptyState title={t('checkout.unknownTitle')} drawing="card" action={<BackToBilling />}>
        {t('checkout.unknown')}
      </EmptyState>
    )
  if (status === 'completed' || status === 'paid')
    return <EmptyState title={t('checkout.completed')} drawing="card" action={<BackToBilling />} />
  if (status === 'canceled')
    return <EmptyState title={t('checkout.canceled')} drawing="card" action={<BackToBilling />} />
  return (
    <CheckoutProvider>
      <OpenTransaction id={transactionId} />
    </CheckoutProvider>
  )
}

/** Its status when it belongs to this organization; null otherwise. Asked before the provider's script is started. */
function useTransactionStatus(transactionId: string): string | null {
  const api = useApi()
  const query = queryOptions({
    queryKey: ['transaction', transactionId],
    queryFn: async () => {
      const path = { transaction_id: transactionId }
      try {
        return (await unwrap(api.GET('/api/v1/paddle/transactions/{transaction_id}', { params: { path } }))).status
      } catch (error) {
        if (error instanceof ApiError && [400, 404].includes(error.status)) return null
        throw error
      }
    },
    gcTime: 0,
    retry: false,
  })
  return useSuspenseQuery(query).data
}

export function OpenTransaction({ id }: { readonly id: string }) {
  const t = useT()
  const { openTransaction } = useCheckout()
  useEffect(() => openTransaction(id), [openTransaction, id])
  // The way back is for an overlay that does not come.
  return (
    <Stack align="center" gap={0}>
      <Loading label={t('checkout.opening')} />
      <BackToBilling />
    </Stack>
  )
}
