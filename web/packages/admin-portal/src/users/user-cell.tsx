import { useAuthUserOrNull } from '@gatehouse/react'
import { Avatar, StatusBadge } from '@gatehouse/ui'
import { IconSparkles } from '@tabler/icons-react'
import type { TeamUser } from '../wire'
import { useNewcomers } from './newcomers'
import { nameOf } from './person'
import classes from './users.module.css'
import { useT } from './users.texts'

export function UserCell({ user }: { user: TeamUser }) {
  const t = useT()
  const isNew = useNewcomers().emails.includes(user.email.toLowerCase())
  const isSelf = useAuthUserOrNull()?.id === user.id
  return (
    <span className={classes.user}>
      <Avatar name={nameOf(user)} src={user.profilePictureUrl} size={32} />
      <span className={classes.words}>
        <span className={classes.name}>
          {nameOf(user)} {isSelf && <span className={classes.you}>({t('you')})</span>}
          {isNew && (
            <StatusBadge tone="info" icon={IconSparkles}>
              {t('newcomer.badge')}
            </StatusBadge>
          )}
        </span>
        {user.name && <span className={classes.email}>{user.email}</span>}
      </span>
    </span>
  )
}
