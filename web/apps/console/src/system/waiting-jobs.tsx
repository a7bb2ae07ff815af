import { RelativeTime } from '@gatehouse/ui'
import { Table, Text } from '@mantine/core'
import { WideTable } from '../shared/wide-table'
import type { Jobs } from '../wire'
import { Card } from './card'
import { useT } from './system.texts'

export function WaitingJobs({ jobs: { running, waiting } }: { readonly jobs: Jobs }) {
  const t = useT()
  return (
    <Card title={t('waiting.title')} help={t('waiting.running', { count: running })}>
      {waiting.length === 0 ? (
        <Text>{t('waiting.none')}</Text>
      ) : (
        <WideTable minWidth={420}>
          <Table aria-label={t('waiting.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('waiting.columns.name')}</Table.Th>
                <Table.Th ta="end">{t('waiting.columns.waiting')}</Table.Th>
                <Table.Th ta="end">{t('waiting.columns.later')}</Table.Th>
                <Table.Th>{t('waiting.columns.oldest')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {waiting.map(({ name, waiting: count, later, oldestDue }) => (
                <Table.Tr key={name}>
                  <Table.Td>
                    <code>{name}</code>
                  </Table.Td>
                  <Table.Td ta="end">{count}</Table.Td>
                  <Table.Td ta="end">{later}</Table.Td>
                  <Table.Td>
                    <RelativeTime value={oldestDue} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      )}
    </Card>
  )
}
