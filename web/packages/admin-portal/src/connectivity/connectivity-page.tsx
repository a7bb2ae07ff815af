import { useTenants } from '@gatehouse/react'
import { TabbedPage } from '../shared/tabbed-page'
import { TABS } from './connectivity.tabs'
import { useT } from './connectivity.texts'

export function ConnectivityPage() {
  const t = useT()
  const { activeTenant } = useTenants()
  return (
    <TabbedPage
      {...TABS}
      path="connectivity"
      title={t('title')}
      purpose={t('purpose', { name: activeTenant?.name ?? '' })}
    />
  )
}
