import { useApi } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { AsConfiguration } from '../configuration/as-configuration'
import { SettingsBody } from '../shared/settings-body'
import { GroupCard } from './group-card'
import { GROUPS, type GroupName } from './pages'
import { navigationQuery } from './portal.queries'
import { useT } from './portal.texts'

export function PortalPage() {
  const t = useT()
  const navigation = useQuery(navigationQuery(useApi()))
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={<AsConfiguration tables={['portal']} />} />
      <SettingsBody needs={[navigation]} change="vendor.write.configuration" readOnly={t('readOnly')}>
        {() =>
          (Object.keys(GROUPS) as GroupName[]).map((group) => (
            <GroupCard key={group} group={group} navigation={navigation.data ?? {}} />
          ))
        }
      </SettingsBody>
    </>
  )
}
