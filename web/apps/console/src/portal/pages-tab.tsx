import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { SettingsBody } from '../shared/settings-body'
import { GroupCard } from './group-card'
import { GROUPS, type GroupName } from './pages'
import { navigationQuery } from './portal.queries'
import { useT } from './portal.texts'

/** Pages of the portal, grouped as in its navigation. */
export function PagesTab() {
  const t = useT()
  const navigation = useQuery(navigationQuery(useApi()))
  return (
    <SettingsBody needs={[navigation]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() =>
        (Object.keys(GROUPS) as GroupName[]).map((group) => (
          <GroupCard key={group} group={group} navigation={navigation.data ?? {}} />
        ))
      }
    </SettingsBody>
  )
}
