import { StatusBadge } from '@gatehouse/ui'
import { IconLock, IconMail, IconTrash } from '@tabler/icons-react'
import type { VendorUser } from '../wire'
import { useT as useErasureTexts } from './erasure.texts'
import { useT } from './users.texts'

/** The user's status: locked, unverified or active. */
export function UserStatus({ user }: { readonly user: VendorUser }) {
  const t = useT()
  const erasureTexts = useErasureTexts()
  if (user.erasingSince)
    return (
      <StatusBadge tone="warning" icon={IconTrash}>
        {erasureTexts('erasing')}
      </StatusBadge>
    )
  if (user.isLocked)
    return (
      <StatusBadge tone="danger" icon={IconLock}>
        {t('status.locked')}
      </StatusBadge>
    )
  if (!user.verified)
    return (
      <StatusBadge tone="info" icon={IconMail}>
        {t('status.unverified')}
      </StatusBadge>
    )
  return <StatusBadge tone="success">{t('status.fine')}</StatusBadge>
}
