import { StatusBadge } from '@gatehouse/ui'
import { IconBan, IconMail } from '@tabler/icons-react'
import type { TeamUser } from '../wire'
import { statusOf } from './person'
import { useT } from './users.texts'

export function StatusCell({ user }: { user: TeamUser }) {
  const t = useT()
  const status = statusOf(user)
  if (status === 'active') return <StatusBadge tone="success">{t('status.active')}</StatusBadge>
  if (status === 'pending') {
    return (
      <StatusBadge tone="info" icon={IconMail}>
        {t('status.pending')}
      </StatusBadge>
    )
  }
  return <StatusBadge icon={IconBan}>{t('status.disabled')}</StatusBadge>
}
