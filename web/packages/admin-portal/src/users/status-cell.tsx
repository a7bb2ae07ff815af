import { StatusBadge } from '@gatehouse/ui'
import { IconBan, IconHourglassEmpty, IconMail } from '@tabler/icons-react'
import type { TeamUser } from '../wire'
import { lastDayText } from './expiry'
import { statusOf } from './person'
import classes from './users.module.css'
import { useT } from './users.texts'

const LOOKS = {
  active: { tone: 'success' },
  pending: { tone: 'info', icon: IconMail },
  disabled: { icon: IconBan },
  ended: { tone: 'warning', icon: IconHourglassEmpty },
} as const

export function StatusCell({ user }: { user: TeamUser }) {
  const t = useT()
  const status = statusOf(user)
  const until = user.temporaryExpirationDate
  return (
    <span className={classes.status}>
      <StatusBadge {...LOOKS[status]}>{t(`status.${status}`)}</StatusBadge>
      {until && <span className={classes.expiry}>{t('until', { day: lastDayText(until) })}</span>}
    </span>
  )
}
