import { Money, StatusBadge } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useAction } from '../shared/action'
import type { Invoice } from '../wire'
import { dayText } from './day'
import { saveInvoice } from './subscriptions.actions'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'

export function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const t = useT()
  const download = useAction(saveInvoice)
  const { createdAt, number, totalAmount, currency } = invoice
  const date = dayText(createdAt)
  return (
    <tr>
      <td>{date}</td>
      <td className={classes.number}>{number}</td>
      <td>
        <Status invoice={invoice} />
      </td>
      <td className={classes.amount}>
        <Money minor={totalAmount} currency={currency} />
      </td>
      <td className={classes.file}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => download.start(invoice)}
          loading={download.isRunning}
          aria-label={number ? t('invoices.download', { number }) : t('invoices.downloadOf', { date })}
        >
          {t('invoices.file')}
        </Button>
      </td>
    </tr>
  )
}

function Status({ invoice: { paid, status } }: { readonly invoice: Invoice }) {
  const t = useT()
  if (paid) return <StatusBadge tone="success">{t('invoices.paid')}</StatusBadge>
  if (status === 'void') return <StatusBadge>{t('invoices.void')}</StatusBadge>
  if (status === 'uncollectible') return <StatusBadge tone="danger">{t('invoices.uncollectible')}</StatusBadge>
  return <StatusBadge tone="warning">{t('invoices.open')}</StatusBadge>
}
