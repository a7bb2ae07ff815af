import { usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingsBody } from '../../shared/settings-body'
import { AppDialog } from './app-dialog'
import { AppList } from './app-list'
import { mobileAppsQuery } from './mobile.queries'
import { useT } from './mobile.texts'
import { Told } from './told'

/** Apps on devices that are this server's own, and what devices are told of them. */
export function MobileTab() {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const apps = useQuery(mobileAppsQuery(useApi()))
  const [adding, setAdding] = useState(false)
  const add = canChange && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  return (
    <SettingsBody needs={[apps]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <Text c="dimmed">{t('purpose')}</Text>
          <AppList apps={apps.data ?? {}} action={add} />
          <Told platform="ios" />
          <Told platform="android" />
          {adding && <AppDialog onClose={() => setAdding(false)} />}
        </>
      )}
    </SettingsBody>
  )
}
