import { useAction } from '@gatehouse/admin-portal/action'
import { EmptyState, formatMoney, Money, StatusBadge } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import classes from './billing.module.css'
import { useT } from './billing.texts'
import { formatDay } from './dates'
import { openInvoice } from './payment.actions'
import type { Bill } from './payment.queries'

export function Invoices({ bills }: { readonly bills: readonly Bill[] }) {
  const t = useT()
  if (bills.length === 0)
    return (
      <EmptyState title={t('invoices.empty')} drawing="list">
        {t('invoices.emptyText')}
      </EmptyState>
    )
  return (
    <table className={classes.table}>
      <caption>{t('invoices.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('invoices.date')}</th>
          <th scope="col">{t('invoices.number')}</th>
          <th scope="col">{t('invoices.status')}</th>
          <th scope="col" className={classes.amount}>
            {t('invoices.amount')}
          </th>
          <th scope="col" aria-label={t('invoices.pdf')} />
        </tr>
      </thead>
      <tbody>
        {bills.map((bill) => (
          <Row key={bill.id} bill={bill} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ bill }: { readonly bill: Bill }) {
  return (
    <tr>
      <td>{formatDay(bill.billedAt)}</td>
      <td className={classes.number}>{bill.number}</td>
      <td>
        <Status bill={bill} />
      </td>
      <td className={classes.amount}>
        {bill.total != null && <Money minor={bill.total} currency={bill.currencyCode} />}
        <GivenBack bill={bill} />
      </td>
      <td className={classes.rowAction}>{bill.number && Boolean(bill.total) && <Download bill={bill} />}</td>
    </tr>
  )
}

/** The refunded, credited or disputed amount, which may be a part of the bill. */
function GivenBack({ bill }: { readonly bill: Bill }) {
  const t = useT()
  return (['disputed', 'refunded', 'credited'] as const).map((what) => {
    const minor = bill[what]
    if (!minor) return null
    const amount = formatMoney(minor, bill.currencyCode)
    return (
      <small key={what} className={classes.quiet}>
        {t(`invoices.${what}Amount`, { amount })}
      </small>
    )
  })
}

function Status({ bill }: { readonly bill: Bill }) {
  const t = useT()
  const { status, total, refunded, credited, disputed } = bill
  if (disputed) return <StatusBadge tone="warning">{t('invoices.disputed')}</StatusBadge>
  if (refunded)
    return <StatusBadge>{t(refunded >= (total ?? 0) ? 'invoices.refunded' : 'invoices.partlyRefunded')}</StatusBadge>
  if (credited && status !== 'completed' && credited >= (total ?? 0))
    return <StatusBadge>{t('invoices.credited')}</StatusBadge>
  if (status === 'past_due') return <StatusBadge tone="danger">{t('invoices.pastDue')}</StatusBadge>
  if (status === 'billed') return <StatusBadge tone="warning">{t('invoices.open')}</StatusBadge>
  return <StatusBadge tone="success">{t('invoices.paid')}</StatusBadge>
}

function Download({ bill }: { readonly bill: Bill }) {
  const t = useT()
  const { start, isRunning } = useAction(openInvoice)
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={isRunning}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={t('invoices.download', { number: bill.number ?? '' })}
      onClick={() => start(bill.id)}
    >
      {t('invoices.pdf')}
    </Button>
  )
}
