import { StatusBadge } from '@gatehouse/ui'
import { IconLock, IconMail } from '@tabler/icons-react'
import type { Person } from '../wire'
import { useT } from './people.texts'

/** The one thing that keeps somebody out, or that nothing does. */
export function PersonStatus({ person }: { readonly person: Person }) {
  const t = useT()
  if (person.isLocked)
    return (
      <StatusBadge tone="danger" icon={IconLock}>
        {t('status.locked')}
      </StatusBadge>
    )
  if (!person.verified)
    return (
      <StatusBadge tone="info" icon={IconMail}>
        {t('status.unverified')}
      </StatusBadge>
    )
  return <StatusBadge tone="success">{t('status.fine')}</StatusBadge>
}
