import { useAuthUserOrNull } from '@gatehouse/react'
import { StatusBadge } from '@gatehouse/ui'
import { IconSparkles } from '@tabler/icons-react'
import { Person } from '../shared/person'
import type { TeamUser } from '../wire'
import { nameOf } from './person'
import { useRecentInvites } from './recent-invites'
import classes from './users.module.css'
import { useT } from './users.texts'

export function UserCell({ user }: { user: TeamUser }) {
  const t = useT()
  const isNew = useRecentInvites().emails.includes(user.email.toLowerCase())
  const isSelf = useAuthUserOrNull()?.id === user.id
  return (
    <Person name={nameOf(user)} email={user.name ? user.email : undefined} picture={user.profilePictureUrl}>
      <bdi>{nameOf(user)}</bdi> {isSelf && <span className={classes.currentUser}>({t('you')})</span>}
      {isNew && (
        <StatusBadge tone="info" icon={IconSparkles}>
          {t('newcomer.badge')}
        </StatusBadge>
      )}
    </Person>
  )
}
