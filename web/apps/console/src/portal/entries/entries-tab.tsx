import { usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingsBody } from '../../shared/settings-body'
import { entriesQuery } from './entries.queries'
import { useT } from './entries.texts'
import { EntryDialog } from './entry-dialog'
import { EntryList } from './entry-list'

/** What clients read of the portal, as it is: what has a field of its own stands in the other tabs. */
export function EntriesTab() {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const entries = useQuery(entriesQuery(useApi()))
  const [adding, setAdding] = useState(false)
  const add = canChange && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  return (
    <SettingsBody needs={[entries]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <Text c="dimmed">{t('purpose')}</Text>
          <EntryList entries={entries.data ?? {}} action={add} />
          {adding && <EntryDialog onClose={() => setAdding(false)} />}
        </>
      )}
    </SettingsBody>
  )
}
