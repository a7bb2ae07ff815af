import { exactTime, failureOf, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { EmptyState, ErrorState, Loading } from '@gatehouse/ui'
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSellsLicenses } from '../shared/sells-licenses'
import { WideTable } from '../shared/wide-table'
import { failedEventsQuery, replayEvents } from './failed-events.queries'
import { useT } from './licenses.texts'

/** Events of the payment provider that could not be applied, with a button to retry them. */
export function FailedEventsTab() {
  const t = useT()
  const canWrite = usePermissions()('vendor.write.licenses')
  const sellsLicenses = useSellsLicenses()
  const stuck = useQuery(failedEventsQuery(useApi()))
  const replay = useAction(replayEvents)
  const failure = failureOf(stuck)
  if (failure) return <ErrorState error={failure} onRetry={() => void stuck.refetch()} />
  if (!stuck.data) return <Loading />
  const { items, total } = stuck.data
  if (items.length === 0)
    return (
      <EmptyState drawing="card" title={t('stuck.empty')}>
        {t(sellsLicenses ? 'stuck.emptyHelp' : 'stuck.noProvider')}
      </EmptyState>
    )
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text>{t('stuck.count', { count: total })}</Text>
        {canWrite && (
          <Button
            leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
            loading={replay.isRunning}
            onClick={() => replay.start([])}
          >
            {t('stuck.all')}
          </Button>
        )}
      </Group>
      <WideTable minWidth={560}>
        <Table aria-label={t('tabs.stuck')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('stuck.columns.type')}</Table.Th>
              <Table.Th>{t('stuck.columns.receivedAt')}</Table.Th>
              <Table.Th ta="end">{t('stuck.columns.attempts')}</Table.Th>
              <Table.Th>{t('stuck.columns.lastError')}</Table.Th>
              {canWrite && <Table.Td />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(({ id, type, receivedAt, attempts, lastError }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <code>{type}</code>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {id}
                  </Text>
                </Table.Td>
                <Table.Td>{exactTime(receivedAt)}</Table.Td>
                <Table.Td ta="end">{attempts}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{lastError ?? t('stuck.notTried')}</Table.Td>
                {canWrite && (
                  <Table.Td>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={t('stuck.oneOf', { id })}
                      onClick={() => replay.start([id])}
                    >
                      {t('stuck.one')}
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </Stack>
  )
}
