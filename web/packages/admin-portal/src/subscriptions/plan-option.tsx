import { StatusBadge } from '@gatehouse/ui'
import { Button, Card, Title } from '@mantine/core'
import { useNavigate } from '../shared/router'
import type { Plan } from '../wire'
import { useVendorName } from './billing-gate'
import { amountText, isSmaller, periodText, priceText, savingText } from './prices'
import { statusOf } from './status'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'
import type { Billing } from './use-billing'

interface PlanOptionProps {
  readonly plan: Plan
  readonly billing: Billing
  readonly canChange: boolean
}

export function PlanOption({ plan, billing, canChange }: PlanOptionProps) {
  const t = useT()
  const saving = savingText(plan, billing.plans)
  const trial =
    billing.subscription === null && plan.trialDays ? t('plans.trial', { count: plan.trialDays }) : undefined
  return (
    <Card component="li" className={classes.option}>
      <Title order={2} size="h3">
        {plan.name}
      </Title>
      <p className={classes.optionPrice}>
        <strong>{plan.price.amount === 0 ? t('price.free') : amountText(plan)}</strong>
        {plan.price.amount > 0 && <span>{periodText(plan)}</span>}
      </p>
      <p className={classes.saving}>{[trial, saving].filter(Boolean).join(' · ')}</p>
      {plan.description && <p className={classes.quiet}>{plan.description}</p>}
      <div className={classes.optionAction}>
        <Choice plan={plan} billing={billing} canChange={canChange} />
      </div>
    </Card>
  )
}

function Choice({ plan, billing, canChange }: PlanOptionProps) {
  const t = useT()
  const vendor = useVendorName()
  const navigate = useNavigate()
  const { plan: current, alive, rules } = billing
  if (alive && plan.id === current?.id && statusOf(alive) === 'active') {
    return <StatusBadge tone="success">{t('plans.current')}</StatusBadge>
  }
  if (!canChange) return null
  if (alive && !rules.allowPlanDowngrade && isSmaller(plan, current)) {
    return <p className={classes.quiet}>{t('plans.noDowngrade', { vendor })}</p>
  }
  return (
    <Button
      variant={isSmaller(plan, current) ? 'default' : 'filled'}
      fullWidth
      onClick={() => void navigate({ to: `/subscriptions/checkout/${plan.id}` })}
      aria-label={t('plans.chooseOf', { plan: plan.name, price: priceText(plan) })}
    >
      {t('plans.choose', { plan: plan.name })}
    </Button>
  )
}
