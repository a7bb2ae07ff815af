import { type WebhooksOf, WebhooksOfContext, WebhooksScreen } from '@gatehouse/admin-portal/webhooks'
import { TenantLink } from './tenant-link'
import { useT } from './webhooks.texts'

const THE_VENDORS: WebhooksOf = {
  change: 'vendor.write.events',
  remove: 'vendor.write.events',
  readLog: 'vendor.read.events',
  Account: TenantLink,
}

/** The vendor's own webhooks, which receive events of all tenants. */
export function WebhooksPage() {
  const t = useT()
  return (
    <WebhooksOfContext value={THE_VENDORS}>
      <WebhooksScreen purpose={t('purpose')} readHelp={t('readHelp')} />
    </WebhooksOfContext>
  )
}
