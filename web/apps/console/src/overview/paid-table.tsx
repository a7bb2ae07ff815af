import { formatMoney, i18n } from '@gatehouse/ui'
import { Paper, Table, Text, Title } from '@mantine/core'
import { WideTable } from '../shared/wide-table'
import type { OverviewFigures } from '../wire'
import { monthName } from './month'
import { useT } from './overview.texts'

/** Newest month first, one row per currency. */
export function PaidTable({ paid }: { readonly paid: OverviewFigures['paid'] }) {
  const t = useT()
  return (
    <Paper component="section" withBorder p="lg" radius="md" aria-labelledby="overview-paid">
      <Title order={2} size="h3" id="overview-paid" mb="sm">
        {t('paid.title')}
      </Title>
      {paid.length === 0 ? (
        <Text>{t('paid.none')}</Text>
      ) : (
        <WideTable minWidth={320}>
          <Table aria-label={t('paid.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('month')}</Table.Th>
                <Table.Th ta="end">{t('paid.amount')}</Table.Th>
                <Table.Th ta="end">{t('paid.invoices')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {paid.toReversed().map(({ month, currency, total, invoices }) => (
                <Table.Tr key={`${month} ${currency}`}>
                  <Table.Td>{monthName(month)}</Table.Td>
                  <Table.Td ta="end">{formatMoney(total, currency)}</Table.Td>
                  <Table.Td ta="end">{invoices.toLocaleString(i18n.language)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      )}
    </Paper>
  )
}
