import { InlineAlert } from '@gatehouse/ui'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Plan } from '../wire'
import { CardDialog } from './card-dialog'
import { CheckoutSummary } from './checkout-summary'
import { Method } from './method-card'
import { SectionCard } from './section-card'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'
import type { Billing } from './use-billing'
import { type Terms, useCheckout } from './use-checkout'

interface CheckoutFormProps {
  readonly billing: Billing
  readonly plan: Plan
  readonly onConfirmed: (terms: Terms) => void
}

/** What will be paid, with what; one click, once. */
export function CheckoutForm({ billing, plan, onConfirmed }: CheckoutFormProps) {
  const t = useT()
  const { method } = billing
  const [isEntering, setIsEntering] = useState(false)
  const { terms, confirm, isRunning, failure } = useCheckout(billing, plan, onConfirmed)
  const change = (
    <Button variant="default" onClick={() => setIsEntering(true)} disabled={isRunning}>
      {t('method.change')}
    </Button>
  )
  return (
    <div className={classes.checkout}>
      <SectionCard title={t('checkout.method')} action={method && change}>
        {method ? (
          <Method method={method} />
        ) : (
          <>
            <Text c="dimmed">{t('checkout.needsCard')}</Text>
            <div>
              <Button onClick={() => setIsEntering(true)}>{t('method.add')}</Button>
            </div>
          </>
        )}
      </SectionCard>
      <SectionCard title={t('checkout.summary')} isBusy={terms.isLoading}>
        <CheckoutSummary plan={plan} terms={terms} />
        {failure && (
          <InlineAlert tone="danger" title={t('checkout.refused')}>
            {failure}
          </InlineAlert>
        )}
        <Button fullWidth disabled={!method || !terms.isKnown} loading={isRunning} onClick={confirm}>
          {t('checkout.confirm', { plan: plan.name })}
        </Button>
      </SectionCard>
      {isEntering && <CardDialog billing={billing} onClose={() => setIsEntering(false)} />}
    </div>
  )
}
