import { TabbedPage } from '../shared/tabbed-page'
import { accountTabs } from './account.tabs'
import { useT } from './account.texts'

export function AccountPage() {
  const t = useT()
  return <TabbedPage {...accountTabs} path="account" title={t('title')} purpose={t('purpose')} />
}
