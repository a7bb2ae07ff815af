import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { ViewAsCode } from '../configuration/view-as-code'
import { TABS } from './portal.tabs'
import { useT } from './portal.texts'

export function PortalPage() {
  const t = useT()
  return (
    <TabbedPage
      {...TABS}
      path="portal"
      title={t('title')}
      purpose={t('purpose')}
      action={<ViewAsCode tables={['portal']} />}
    />
  )
}
