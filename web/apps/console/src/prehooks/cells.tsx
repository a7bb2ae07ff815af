import { StatusBadge } from '@gatehouse/ui'
import type { Prehook } from '../wire'
import { useT } from './prehooks.texts'

export function PrehookStatus({ prehook: { isActive } }: { readonly prehook: Prehook }) {
  const t = useT()
  return isActive ? (
    <StatusBadge tone="success">{t('status.on')}</StatusBadge>
  ) : (
    <StatusBadge>{t('status.off')}</StatusBadge>
  )
}

export function EventNames({ prehook: { eventKeys } }: { readonly prehook: Prehook }) {
  const t = useT()
  return eventKeys.map((key) => t(`events.${key}`)).join(', ')
}
