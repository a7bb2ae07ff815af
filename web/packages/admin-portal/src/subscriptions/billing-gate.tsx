import { useTenants } from '@gatehouse/react'
import { EmptyState, ErrorState, useBrand } from '@gatehouse/ui'
import { Card, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from './subscriptions.texts'
import { type Billing, useBilling } from './use-billing'

/** What is shown once everything is there, and once the vendor takes cards; else why it is not. */
export function BillingGate({ children }: { readonly children: (billing: Billing) => ReactNode }) {
  const t = useT()
  const vendor = useVendorName()
  const { isConfigured, billing, failed } = useBilling()
  if (failed) return <ErrorState error={failed.error} onRetry={failed.retry} />
  if (!isConfigured) {
    return (
      <EmptyState drawing="card" title={t('unconfigured.title')}>
        {t('unconfigured.help', { vendor })}
      </EmptyState>
    )
  }
  return billing ? children(billing) : <Outline />
}

/** Who sells. */
export function useVendorName(): string {
  const { name } = useBrand()
  const { activeTenant } = useTenants()
  return name ?? activeTenant?.name ?? ''
}

function Outline() {
  return (
    <Stack gap="lg" aria-busy>
      {[168, 132, 220].map((height) => (
        <Card key={height} aria-hidden>
          <Skeleton height={16} width={160} mb="md" />
          <Skeleton height={height - 72} />
        </Card>
      ))}
    </Stack>
  )
}
