import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { CreateTenant } from './create-tenant'
import { TABS } from './tenants.tabs'
import { useT } from './tenants.texts'

export function TenantsPage() {
  const t = useT()
  return <TabbedPage {...TABS} path="tenants" title={t('title')} purpose={t('purpose')} action={<CreateTenant />} />
}
