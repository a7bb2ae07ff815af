import { usePermissions } from '@gatehouse/react'
import { errorText, formatMoney, Money } from '@gatehouse/ui'
import { Anchor, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCosts } from '../billing/costs.queries'
import { cycleOf } from '../billing/cycle'
import { formatDay } from '../billing/dates'
import type { License } from '../billing/licenses.queries'
import classes from './general.module.css'
import { useT } from './general.texts'
import { Panel } from './panel'

export function PaymentPanel({ license }: { readonly license: License }) {
  const t = useT()
  const more = (
    <Anchor component={Link} to="/billing" size="sm">
      {t('payment.manage')}
    </Anchor>
  )
  return (
    <Panel title={t('payment.title')} more={more}>
      <NextPayment license={license} />
    </Panel>
  )
}

function NextPayment({ license }: { readonly license: License }) {
  const t = useT()
  const can = usePermissions()
  const { billing, isTrial } = license
  const mayAsk = can('licensing.write.licenses')
  const { running, costs } = useCosts(license, mayAsk)
  const willEnd = billing?.status.deactivationAt || billing?.status.pauseAt
  if (!running || willEnd) return <p className={classes.hint}>{t(isTrial ? 'payment.trial' : 'payment.none')}</p>
  const date = billing?.nextPayment && t('payment.on', { date: formatDay(billing.nextPayment) })
  if (!mayAsk) return <p className={classes.hint}>{date}</p>
  if (costs.error)
    return (
      <>
        <p className={classes.figure}>
          <span>{date}</span>
        </p>
        <p className={classes.hint}>{errorText(costs.error)}</p>
      </>
    )
  if (!costs.data) return <Skeleton height={64} radius={6} />
  const { currencyCode: currency, next, recurring } = costs.data
  const amount = (next ?? recurring)?.grandTotal ?? 0
  const cycle = cycleOf(billing?.cycle)
  return (
    <>
      <p className={classes.figure}>
        <strong>
          <Money minor={amount} currency={currency} />
        </strong>
        <span>{date}</span>
      </p>
      {recurring && cycle && (
        <p className={classes.hint}>
          {t(`payment.per.${cycle}`, { price: formatMoney(recurring.grandTotal, currency) })}
        </p>
      )}
    </>
  )
}
