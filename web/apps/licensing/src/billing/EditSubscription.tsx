import { usePermissions } from '@gatehouse/react'
import { EmptyState, PageHeader } from '@gatehouse/ui'
import { Anchor } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { CheckoutProvider } from '../checkout/checkout-context'
import { useT } from '../texts'
import { isForSale, stateOf } from './license-state'
import { useLicenses } from './licenses.queries'
import { PurchaseForm } from './PurchaseForm'

/** Buying into a trial, or again after the end. A running subscription is not bought twice. */
export function EditSubscription() {
  const t = useT()
  const { fingerprint } = useParams({ from: '/billing/edit/$fingerprint' })
  const license = useLicenses().find((one) => one.fingerprint === fingerprint)
  const can = usePermissions()
  if (!license || !isForSale(stateOf(license))) return <Navigate to="/billing" replace />
  const back = (
    <Anchor component={Link} to="/billing" size="sm">
      {t('edit.back')}
    </Anchor>
  )
  return (
    <>
      <PageHeader title={t('edit.title')} purpose={t('edit.purpose')} breadcrumbs={back} />
      {can('licensing.write.billing') ? (
        <CheckoutProvider>
          <PurchaseForm license={license} />
        </CheckoutProvider>
      ) : (
        <EmptyState title={t('edit.mayNot')} drawing="people" />
      )}
    </>
  )
}
