import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { TABS } from './configuration.tabs'
import { useT } from './configuration.texts'

export function ConfigurationPage() {
  const t = useT()
  return <TabbedPage {...TABS} path="configuration" title={t('title')} purpose={t('purpose')} />
}
