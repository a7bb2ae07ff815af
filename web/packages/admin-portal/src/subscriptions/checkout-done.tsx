import { PageHeader } from '@gatehouse/ui'
import { Button, Card } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '../shared/router'
import type { Plan } from '../wire'
import { dayText } from './day'
import { amountText, priceText } from './prices'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'
import type { Terms } from './use-checkout'

export interface Confirmed {
  readonly plan: Plan
  readonly terms: Terms
}

/** The checkout is confirmed: what that means, and the way on. */
export function CheckoutDone({ plan, terms }: Confirmed) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('checkout.doneTitle', { plan: plan.name })} />
      <Card className={classes.done}>
        <IconCircleCheck size={32} stroke={1.5} aria-hidden className={classes.doneMark} />
        <p className={classes.line} role="status">
          {useMeaning(plan, terms)}
        </p>
        <Button onClick={() => void navigate({ to: '/subscriptions' })}>{t('checkout.done')}</Button>
      </Card>
    </>
  )
}

function useMeaning(plan: Plan, { trialEnd, trialDays }: Terms): string {
  const t = useT()
  if (trialEnd) return t('checkout.doneTrial', { date: dayText(trialEnd), price: amountText(plan) })
  if (trialDays) return t('checkout.doneDays', { count: trialDays, price: priceText(plan) })
  return t('checkout.doneHelp', { price: priceText(plan) })
}
