import { StatusBadge } from '@gatehouse/ui'
import type { SsoConnection } from '../wire'
import { useT } from './sso.texts'

export function ConnectionStatus({ connection: { enabled, enforced } }: { connection: SsoConnection }) {
  const t = useT()
  if (enforced) return <StatusBadge tone="success">{t('status.enforced')}</StatusBadge>
  return <StatusBadge tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'status.on' : 'status.off')}</StatusBadge>
}
