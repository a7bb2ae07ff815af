import { StatusBadge } from '@gatehouse/ui'
import { IconLock, IconMail, IconTrash } from '@tabler/icons-react'
import type { Person } from '../wire'
import { useT as useErasureTexts } from './erasure.texts'
import { useT } from './people.texts'

/** The user's status: locked, unverified or active. */
export function PersonStatus({ person }: { readonly person: Person }) {
  const t = useT()
  const erasureTexts = useErasureTexts()
  if (person.erasingSince)
    return (
      <StatusBadge tone="warning" icon={IconTrash}>
        {erasureTexts('erasing')}
      </StatusBadge>
    )
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
