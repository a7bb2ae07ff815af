import { InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useAction } from '../shared/action'
import { useNavigate } from '../shared/router'
import type { Subscription } from '../wire'
import { dayText } from './day'
import { methodText } from './method'
import { amountText } from './prices'
import { endsSoon, mayRenew, statusOf } from './status'
import { renewSubscription } from './subscriptions.actions'
import { useT } from './subscriptions.texts'
import type { Billing } from './use-billing'

interface NoticeProps {
  readonly billing: Billing
  readonly subscription: Subscription
  readonly canChange: boolean
}

/** What a person has to know of their plan, and the one thing to do about it. */
export function PlanNotice({ billing, subscription, canChange }: NoticeProps) {
  const t = useT()
  const { plan, plans } = billing
  const { currentPeriodEnd: end, trialEnd } = subscription
  const name = plan?.name ?? t('plan.unknown')
  const toPlans = canChange && <Go to="/subscriptions/plans" label={t('plan.choose')} />
  // What is not for sale any more is not paid for again.
  const isSold = plan !== null && plans.some(({ id }) => id === plan.id)
  const toCheckout = (label: string) =>
    canChange && isSold ? <Go to={`/subscriptions/checkout/${plan.id}`} label={label} /> : toPlans

  switch (statusOf(subscription)) {
    case 'active':
      return endsSoon(subscription) ? (
        <InlineAlert
          tone="warning"
          title={t('notice.ending', { date: dayText(end) })}
          action={canChange && mayRenew(subscription) && <Renew subscription={subscription} />}
        >
          {t('notice.endingHelp')}
        </InlineAlert>
      ) : null
    case 'trialing':
      return (
        <InlineAlert
          tone={billing.method ? 'info' : 'warning'}
          title={t('notice.trial', { date: dayText(trialEnd ?? end) })}
          action={toCheckout(t('plan.confirm', { plan: name }))}
        >
          {billing.method && plan
            ? t('notice.trialPaid', { price: amountText(plan), method: methodText(billing.method) })
            : t('notice.trialUnpaid', { plan: name })}
        </InlineAlert>
      )
    case 'trialEnded':
      return (
        <InlineAlert tone="warning" title={t('notice.trialEnded', { date: dayText(trialEnd ?? end) })} action={toPlans}>
          {t('notice.trialEndedHelp')}
        </InlineAlert>
      )
    case 'incomplete':
      return (
        <InlineAlert tone="warning" title={t('notice.incomplete')} action={toCheckout(t('plan.pay'))}>
          {t('notice.incompleteHelp')}
        </InlineAlert>
      )
    case 'expired':
      return (
        <InlineAlert tone="danger" title={t('notice.expired')} action={toCheckout(t('plan.pay'))}>
          {t('notice.expiredHelp', { plan: name })}
        </InlineAlert>
      )
    case 'canceled':
      return (
        <InlineAlert title={t('notice.canceled', { date: dayText(end) })} action={toPlans}>
          {t('notice.canceledHelp')}
        </InlineAlert>
      )
  }
}

function Go({ to, label }: { readonly to: string; readonly label: string }) {
  const navigate = useNavigate()
  return <Button onClick={() => void navigate({ to })}>{label}</Button>
}

function Renew({ subscription }: { readonly subscription: Subscription }) {
  const t = useT()
  const renew = useAction(renewSubscription, { awaitRefetch: true })
  return (
    <Button onClick={() => renew.start(subscription)} loading={renew.isRunning}>
      {t('plan.renew')}
    </Button>
  )
}
