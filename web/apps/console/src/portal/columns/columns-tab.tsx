import { useApi } from '@gatehouse/react'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SettingsBody } from '../../shared/settings-body'
import { columnsQuery } from './columns.queries'
import { useT } from './columns.texts'
import { ColumnsCard } from './columns-card'

/** Columns of the audit log that tenants see. */
export function ColumnsTab() {
  const t = useT()
  const columns = useQuery(columnsQuery(useApi()))
  return (
    <SettingsBody needs={[columns]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <Text c="dimmed">{t('purpose')}</Text>
          <ColumnsCard columns={columns.data ?? []} />
        </>
      )}
    </SettingsBody>
  )
}
