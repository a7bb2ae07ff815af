import { useTenants } from '@gatehouse/react'
import { TabbedPage } from '../shared/tabbed-page'
import { TABS } from './security.tabs'
import { useT } from './security.texts'

export function SecurityPage() {
  const t = useT()
  const { activeTenant } = useTenants()
  return (
    <TabbedPage
      {...TABS}
      path="security"
      title={t('title')}
      purpose={t('purpose', { name: activeTenant?.name ?? '' })}
    />
  )
}
