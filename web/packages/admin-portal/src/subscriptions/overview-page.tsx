import { useTenants } from '@gatehouse/react'
import { InlineAlert, PageHeader } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import { useAppearance } from '../shared/appearance'
import { usePermissions } from '../shared/permissions'
import { BillingGate, useVendorName } from './billing-gate'
import { DetailsCard } from './details-card'
import { InvoicesCard } from './invoices-card'
import { MethodCard } from './method-card'
import { PlanCard } from './plan-card'
import { useT } from './subscriptions.texts'
import type { Billing } from './use-billing'

export function OverviewPage() {
  const t = useT()
  const { activeTenant } = useTenants()
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { name: activeTenant?.name ?? '' })} />
      <BillingGate>{(billing) => <Overview billing={billing} />}</BillingGate>
    </>
  )
}

function Overview({ billing }: { readonly billing: Billing }) {
  const t = useT()
  const vendor = useVendorName()
  const mayWrite = usePermissions()('fe.subscriptions.write.billing')
  const isExternal = billing.summary.externallyManaged || billing.subscription?.externallyManaged === true
  const canChange = mayWrite && !isExternal
  const look = useAppearance('subscriptions')
  return (
    <Stack gap="lg" maw={880}>
      {isExternal && <InlineAlert title={t('external.title')}>{t('external.help', { vendor })}</InlineAlert>}
      {!mayWrite && !isExternal && <Text c="dimmed">{t('onlyAdmins')}</Text>}
      <PlanCard billing={billing} canChange={canChange} />
      {!isExternal && <MethodCard billing={billing} canChange={canChange} />}
      {!isExternal && billing.method && <DetailsCard method={billing.method} canChange={canChange} />}
      {look('invoices') !== 'hidden' && <InvoicesCard />}
    </Stack>
  )
}
