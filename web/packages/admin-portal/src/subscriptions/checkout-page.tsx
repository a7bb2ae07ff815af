import { EmptyState, PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { useNavigate, useParams } from '../shared/router'
import { BackLink } from './back-link'
import { BillingGate } from './billing-gate'
import { CheckoutDone, type Confirmed } from './checkout-done'
import { CheckoutForm } from './checkout-form'
import { useT } from './subscriptions.texts'

/** The last look at a plan before it is paid for, and what came of it. */
export function CheckoutPage() {
  const t = useT()
  const { id } = useParams()
  const mayWrite = usePermissions()('fe.subscriptions.write.billing')
  const [confirmed, setConfirmed] = useState<Confirmed>()
  if (confirmed) return <CheckoutDone {...confirmed} />
  return (
    <>
      <PageHeader title={t('checkout.title')} purpose={t('checkout.purpose')} breadcrumbs={<BackLink />} />
      <BillingGate>
        {(billing) => {
          const plan = billing.plans.find((one) => one.id === id)
          if (!plan || !mayWrite || billing.summary.externallyManaged) return <Gone />
          return <CheckoutForm billing={billing} plan={plan} onConfirmed={(terms) => setConfirmed({ plan, terms })} />
        }}
      </BillingGate>
    </>
  )
}

function Gone() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <EmptyState
      drawing="card"
      title={t('checkout.gone')}
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/subscriptions/plans' })}>
          {t('checkout.back')}
        </Button>
      }
    >
      {t('checkout.goneHelp')}
    </EmptyState>
  )
}
