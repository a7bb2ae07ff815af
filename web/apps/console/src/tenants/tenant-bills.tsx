import { useAction } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { errorText, followLink, formatDay, formatMoney, Money, StatusBadge, toast } from '@gatehouse/ui'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Bill, Tenant } from '../wire'
import { billsQuery, readInvoice } from './bills.queries'
import { useT } from './bills.texts'
import { DetailsPart } from './details-part'

/** Invoices of the tenant, as on its own billing page. */
export function TenantBills({ tenant }: { readonly tenant: Tenant }) {
  const t = useT()
  return (
    <DetailsPart
      title={t('title')}
      query={useQuery(billsQuery(useApi(), tenant.id))}
      none={t('none')}
      rowsOf={(bills) => bills.map((bill) => <Row key={bill.id} bill={bill} tenantId={tenant.id} />)}
    />
  )
}

interface RowProps {
  readonly bill: Bill
  readonly tenantId: string
}

function Row({ bill, tenantId }: RowProps) {
  const t = useT()
  const { number, total, currencyCode: currency, billedAt } = bill
  return (
    <Group justify="space-between" gap="xs" align="flex-start">
      <div>
        <Text style={{ overflowWrap: 'anywhere' }}>{number ?? t('noNumber')}</Text>
        <Text c="dimmed" size="sm">
          {formatDay(new Date(billedAt))}
        </Text>
      </div>
      <Group gap="xs" align="flex-start" ms="auto">
        <Stack gap={0} ta="end">
          {total != null && <Money minor={total} currency={currency} />}
          <ReturnedAmount bill={bill} />
        </Stack>
        <Status bill={bill} />
        {number && Boolean(total) && <Download id={bill.id} number={number} tenantId={tenantId} />}
      </Group>
    </Group>
  )
}

/** Refunded, credited or disputed amount, which distinguishes a partial refund from a full one. */
function ReturnedAmount({ bill }: { readonly bill: Bill }) {
  const t = useT()
  return (['disputed', 'refunded', 'credited'] as const).map((what) => {
    const minor = bill[what]
    if (!minor) return null
    return (
      <Text key={what} c="dimmed" size="sm">
        {t(`${what}Amount`, { amount: formatMoney(minor, bill.currencyCode) })}
      </Text>
    )
  })
}

function Status({ bill: { status, total, refunded, credited, disputed } }: { readonly bill: Bill }) {
  const t = useT()
  const all = total ?? 0
  if (disputed) return <StatusBadge tone="warning">{t('disputed')}</StatusBadge>
  if (refunded) return <StatusBadge>{t(refunded >= all ? 'refunded' : 'partlyRefunded')}</StatusBadge>
  if (credited && status !== 'completed' && credited >= all) return <StatusBadge>{t('credited')}</StatusBadge>
  if (status === 'past_due') return <StatusBadge tone="danger">{t('pastDue')}</StatusBadge>
  if (status === 'billed') return <StatusBadge tone="warning">{t('open')}</StatusBadge>
  return <StatusBadge tone="success">{t('paid')}</StatusBadge>
}

interface DownloadProps {
  readonly id: string
  readonly number: string
  readonly tenantId: string
}

function Download({ id, number, tenantId }: DownloadProps) {
  const t = useT()
  const { run, isRunning } = useAction(readInvoice)
  const download = () =>
    run({ tenantId, billId: id }).then(
      (url) => followLink(url),
      (error: unknown) => toast.error(errorText(error)),
    )
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      flex="none"
      loading={isRunning}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={t('download', { number })}
      onClick={() => void download()}
    >
      {t('pdf')}
    </Button>
  )
}
