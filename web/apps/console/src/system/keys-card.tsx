import { exactTime, usePermissions } from '@gatehouse/admin-portal/kit'
import { RelativeTime } from '@gatehouse/ui'
import { Table } from '@mantine/core'
import { WideTable } from '../shared/wide-table'
import type { SystemState } from '../wire'
import { Card } from './card'
import { RotateKey } from './rotate-key'
import { useT } from './system.texts'

/** Signing keys with their age. */
export function KeysCard({ keys }: { readonly keys: SystemState['keys'] }) {
  const t = useT()
  const canRotate = usePermissions()('vendor.write.system')
  return (
    <Card title={t('keys.title')} help={t('keys.help')}>
      {canRotate && <RotateKey />}
      <WideTable minWidth={480}>
        <Table aria-label={t('keys.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('keys.columns.purpose')}</Table.Th>
              <Table.Th>{t('keys.columns.algorithm')}</Table.Th>
              <Table.Th>{t('keys.columns.id')}</Table.Th>
              <Table.Th>{t('keys.columns.createdAt')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map(({ purpose, id, algorithm, createdAt, activeFrom }) => (
              <Table.Tr key={id}>
                <Table.Td>{t(purpose === 'licenses' ? 'keys.licenses' : 'keys.tokens')}</Table.Td>
                <Table.Td>{algorithm}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <code>{id}</code>
                </Table.Td>
                <Table.Td>
                  {Date.parse(activeFrom) > Date.now() ? (
                    t('keys.next', { when: exactTime(activeFrom) })
                  ) : (
                    <RelativeTime value={createdAt} />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </Card>
  )
}
