import { RelativeTime } from '@gatehouse/ui'
import { Table } from '@mantine/core'
import { WideTable } from '../shared/wide-table'
import type { SystemState } from '../wire'
import { Card } from './card'
import { useT } from './system.texts'

/** Database migrations, newest first. */
export function UpgradesCard({ migrations }: { readonly migrations: SystemState['migrations'] }) {
  const t = useT()
  return (
    <Card title={t('upgrades.title')} help={t('upgrades.help')}>
      <WideTable minWidth={720}>
        <Table aria-label={t('upgrades.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('upgrades.columns.name')}</Table.Th>
              <Table.Th>{t('upgrades.columns.note')}</Table.Th>
              <Table.Th>{t('upgrades.columns.appliedAt')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {migrations.map(({ name, note, appliedAt }) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <code>{name}</code>
                </Table.Td>
                {/* The migrations speak English alone. */}
                <Table.Td lang={note ? 'en' : undefined}>{note || t('upgrades.newer')}</Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <RelativeTime value={appliedAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </Card>
  )
}
