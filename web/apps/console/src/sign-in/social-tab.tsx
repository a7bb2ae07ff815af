import { usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '../shared/settings.queries'
import { SettingsBody } from '../shared/settings-body'
import { ProviderDialog } from './provider-dialog'
import { ProviderList } from './provider-list'
import { knownRows, ownRows, type Providers } from './providers'
import { useT } from './sign-in.texts'

/** Social providers with which users can sign in. */
export function SocialTab() {
  const t = useT()
  const api = useApi()
  const canChange = usePermissions()('vendor.write.configuration')
  const social = useQuery(settingsQuery<Providers>(api, 'social'))
  const custom = useQuery(settingsQuery<Providers>(api, 'custom_social'))
  const [adding, setAdding] = useState(false)
  const add = canChange && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('social.add')}
    </Button>
  )
  return (
    <SettingsBody needs={[social, custom]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <ProviderList title={t('social.title')} rows={knownRows(social.data ?? {})} />
          <ProviderList
            title={t('social.own')}
            rows={ownRows(custom.data ?? {})}
            action={add}
            empty={t('social.ownNone')}
          />
          {adding && <ProviderDialog onClose={() => setAdding(false)} />}
        </>
      )}
    </SettingsBody>
  )
}
