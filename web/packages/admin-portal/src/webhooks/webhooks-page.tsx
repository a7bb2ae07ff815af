import { useTenants } from '@gatehouse/react'
import { useT } from './webhooks.texts'
import { WebhooksScreen } from './webhooks-screen'

export function WebhooksPage() {
  const t = useT()
  const { activeTenant } = useTenants()
  return <WebhooksScreen purpose={t('purpose', { name: activeTenant?.name ?? '' })} readHelp={t('empty.readHelp')} />
}
