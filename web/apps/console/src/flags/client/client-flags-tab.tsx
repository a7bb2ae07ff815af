import { usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingsBody } from '../../shared/settings-body'
import { AddDialog } from './add-dialog'
import { clientFlagsQuery } from './client-flags.queries'
import { useT } from './client-flags.texts'
import { FlagList } from './flag-list'

/** What clients ask for when they start: on or off for everybody. */
export function ClientFlagsTab() {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const flags = useQuery(clientFlagsQuery(useApi()))
  const [adding, setAdding] = useState(false)
  const add = canChange && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  return (
    <SettingsBody needs={[flags]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <Text c="dimmed">{t('purpose')}</Text>
          <FlagList flags={flags.data ?? {}} action={add} />
          {adding && <AddDialog onClose={() => setAdding(false)} />}
        </>
      )}
    </SettingsBody>
  )
}
