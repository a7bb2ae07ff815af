import { errorText, formatMoney, InlineAlert } from '@gatehouse/ui'
import { Button, Skeleton } from '@mantine/core'
import { type Fact, Facts } from '../shared/facts'
import type { Plan } from '../wire'
import { dayText } from './day'
import { amountText, priceText } from './prices'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'
import type { Terms } from './use-checkout'

/** What is bought, what is due now, and what comes later. */
export function CheckoutSummary({ plan, terms }: { readonly plan: Plan; readonly terms: Terms }) {
  const t = useT()
  const { before, trialEnd, error, retry } = terms
  const isPaid = plan.price.amount > 0
  return (
    <>
      <Facts
        facts={[
          [t('checkout.plan'), plan.name],
          [t('checkout.price'), priceText(plan)],
          [t('checkout.before'), before && `${before.name}, ${priceText(before)}`],
          [t('checkout.renews'), isPaid && t('checkout.renewsHelp')],
          useDue(plan, terms),
        ]}
      />
      {trialEnd && <p className={classes.quiet}>{t('checkout.trial', { date: dayText(trialEnd) })}</p>}
      {error && (
        <InlineAlert
          tone="danger"
          title={t('checkout.previewFailed')}
          action={
            <Button variant="default" onClick={retry}>
              {t('card.retry')}
            </Button>
          }
        >
          {errorText(error)}
        </InlineAlert>
      )}
    </>
  )
}

function useDue(plan: Plan, terms: Terms): Fact {
  const t = useT()
  const { isFirst, trialDays, isLoading, preview, isCredited } = terms
  const due = t('checkout.dueNow')
  if (isLoading) return [due, <Skeleton key="due" height={16} width={72} />]
  if (isFirst) {
    if (trialDays) return [due, t('checkout.trialDays', { count: trialDays, price: priceText(plan) })]
    return [due, amountText(plan)]
  }
  if (!preview) return [due, null]
  const { amountDue, total, currency } = preview
  if (isCredited) return [due, t('checkout.credited', { price: formatMoney(0, currency) })]
  if (total < 0) return [t('checkout.credit'), t('checkout.creditHelp', { price: formatMoney(-total, currency) })]
  return [due, <strong key="due">{formatMoney(amountDue, currency)}</strong>]
}
