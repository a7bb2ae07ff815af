import { useTenants } from '@gatehouse/react'
import { TabbedPage } from '../shared/tabbed-page'
import { TABS } from './security-center.tabs'
import { useT } from './security-center.texts'

export function SecurityCenterPage() {
  const t = useT()
  const { activeTenant } = useTenants()
  return (
    <TabbedPage
      {...TABS}
      path="security-center"
      title={t('title')}
      purpose={t('purpose', { name: activeTenant?.name ?? '' })}
    />
  )
}
