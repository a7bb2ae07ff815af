import { EmptyState, StatusBadge } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Facts } from '../shared/facts'
import { useNavigate } from '../shared/router'
import type { Plan, Subscription } from '../wire'
import { CancelDialog } from './cancel-dialog'
import { dayText } from './day'
import { methodText } from './method'
import { PlanNotice } from './plan-notice'
import { amountText, priceText } from './prices'
import { SectionCard } from './section-card'
import { endsSoon, mayCancel, type Status, statusOf } from './status'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'
import type { Billing } from './use-billing'

interface PlanCardProps {
  readonly billing: Billing
  readonly canChange: boolean
}

/** What is paid for, until when, and what comes next. */
export function PlanCard({ billing, canChange }: PlanCardProps) {
  const t = useT()
  const { subscription, plan, rules } = billing
  const [isCanceling, setIsCanceling] = useState(false)
  if (!subscription) return <NoSubscription plan={plan} canChange={canChange} />
  const name = plan?.name ?? t('plan.unknown')
  return (
    <SectionCard title={t('plan.title')} action={canChange && <ToPlans label={t('plan.change')} />}>
      <div className={classes.plan}>
        <p className={classes.planName}>
          {name} <Badge subscription={subscription} />
        </p>
        {plan && <p className={classes.price}>{priceText(plan)}</p>}
      </div>
      <PlanNotice billing={billing} subscription={subscription} canChange={canChange} />
      <PlanFacts billing={billing} subscription={subscription} />
      {canChange && rules.allowPlanCancellation && mayCancel(subscription) && (
        <div>
          <Button variant="default" onClick={() => setIsCanceling(true)}>
            {t('plan.cancel')}
          </Button>
        </div>
      )}
      {isCanceling && <CancelDialog subscription={subscription} name={name} onClose={() => setIsCanceling(false)} />}
    </SectionCard>
  )
}

const TONES = {
  active: 'success',
  trialing: 'info',
  trialEnded: 'warning',
  incomplete: 'warning',
  canceled: 'neutral',
  expired: 'danger',
} as const satisfies Record<Status, string>

function Badge({ subscription }: { readonly subscription: Subscription }) {
  const t = useT()
  const status = statusOf(subscription)
  if (status === 'active' && endsSoon(subscription)) {
    return <StatusBadge tone="warning">{t('status.ending')}</StatusBadge>
  }
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>
}

interface PlanFactsProps {
  readonly billing: Billing
  readonly subscription: Subscription
}

function PlanFacts({ billing: { plan, method, summary }, subscription }: PlanFactsProps) {
  const t = useT()
  const { startDate, currentPeriodEnd, trialEnd } = subscription
  const status = statusOf(subscription)
  const isCharged = ['active', 'trialing'].includes(status) && !subscription.cancellation && !summary.externallyManaged
  const due = status === 'trialing' ? (trialEnd ?? currentPeriodEnd) : currentPeriodEnd
  const next = isCharged && plan ? t('plan.nextOn', { price: amountText(plan), date: dayText(due) }) : null
  return (
    <Facts
      facts={[
        [t('plan.trialEnd'), status === 'trialing' && trialEnd && dayText(trialEnd)],
        [t('plan.next'), next],
        [t('plan.paidBy'), next && method && methodText(method)],
        [t('plan.ends'), status === 'active' && endsSoon(subscription) && dayText(currentPeriodEnd)],
        [t('plan.since'), dayText(startDate)],
      ]}
    />
  )
}

function NoSubscription({ plan, canChange }: { readonly plan: Plan | null; readonly canChange: boolean }) {
  const t = useT()
  const choose = canChange && <ToPlans label={t('plan.choose')} isFirst />
  if (!plan) {
    return (
      <SectionCard title={t('plan.title')}>
        <EmptyState drawing="card" title={t('none.title')} action={choose}>
          {canChange ? t('none.help') : t('none.readHelp')}
        </EmptyState>
      </SectionCard>
    )
  }
  return (
    <SectionCard title={t('plan.title')} action={choose}>
      <div>
        <p className={classes.planName}>{plan.name}</p>
        {plan.description && <p className={classes.price}>{plan.description}</p>}
      </div>
    </SectionCard>
  )
}

function ToPlans({ label, isFirst = false }: { readonly label: string; readonly isFirst?: boolean }) {
  const navigate = useNavigate()
  return (
    <Button variant={isFirst ? 'filled' : 'default'} onClick={() => void navigate({ to: '/subscriptions/plans' })}>
      {label}
    </Button>
  )
}
