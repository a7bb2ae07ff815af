import { useApi } from '@gatehouse/react'
import { StatusBadge } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, type Webhook } from './webhooks.queries'
import { useT } from './webhooks.texts'

export function WebhookStatus({ webhook: { isActive, disabledAt, failingSince } }: { webhook: Webhook }) {
  const t = useT()
  if (disabledAt) return <StatusBadge tone="danger">{t('status.disabled')}</StatusBadge>
  if (!isActive) return <StatusBadge>{t('status.off')}</StatusBadge>
  if (failingSince) return <StatusBadge tone="warning">{t('status.failing')}</StatusBadge>
  return <StatusBadge tone="success">{t('status.on')}</StatusBadge>
}

/** How many events; a category counts as all in it. */
export function EventCount({ keys }: { keys: readonly string[] }) {
  const t = useT()
  const { data: categories = [] } = useQuery(categoriesQuery(useApi()))
  const chosen = new Set(keys)
  for (const { id, events } of categories) {
    if (chosen.delete(id)) for (const { key } of events) chosen.add(key)
  }
  return t('events', { count: chosen.size })
}
