import { usePermissions } from '@gatehouse/react'
import { EmptyState, PageHeader } from '@gatehouse/ui'
import { Anchor } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { CheckoutProvider } from '../checkout/checkout-context'
import { useT } from '../texts'
import { ChangeForm } from './change-form'
import { isForSale, stateOf } from './license-state'
import { useLicenses } from './licenses.queries'
import { PurchaseForm } from './purchase-form'

/** Buying into a trial or again after the end; changing what runs. A subscription is never bought twice. */
export function EditSubscription() {
  const t = useT()
  const { fingerprint } = useParams({ from: '/billing/edit/$fingerprint' })
  const license = useLicenses().find((one) => one.fingerprint === fingerprint)
  const can = usePermissions()
  const state = license && stateOf(license)
  if (!license || !state || !(isForSale(state) || state === 'good')) return <Navigate to="/billing" replace />
  const buying = isForSale(state)
  const back = (
    <Anchor component={Link} to="/billing" size="sm">
      {t('edit.back')}
    </Anchor>
  )
  return (
    <>
      <PageHeader
        title={t(buying ? 'edit.title' : 'change.pageTitle')}
        purpose={t(buying ? 'edit.purpose' : 'change.purpose')}
        breadcrumbs={back}
      />
      {can('licensing.write.billing') ? (
        <CheckoutProvider>
          {buying ? <PurchaseForm license={license} /> : <ChangeForm license={license} />}
        </CheckoutProvider>
      ) : (
        <EmptyState title={t('edit.mayNot')} drawing="people" />
      )}
    </>
  )
}
