import { StatusBadge } from '@gatehouse/ui'
import classes from './connectivity.module.css'
import { useT } from './connectivity.texts'
import { isOn, type Subscription } from './subscriptions.queries'
import { useEventName } from './use-event-name'

const SHOWN = 2

export function EventCell({ row: { eventKey, name } }: { row: Subscription }) {
  const nameOf = useEventName()
  return (
    <span className={classes.event}>
      <span className={classes.name}>{nameOf(eventKey)}</span>
      {name && <span className={classes.second}>{name}</span>}
    </span>
  )
}

/** The first two, and how many more. */
export function RecipientsCell({ row: { recipients } }: { row: Subscription }) {
  const t = useT()
  const more = recipients.length - SHOWN
  return (
    <span className={classes.recipients}>
      {recipients.slice(0, SHOWN).join(', ')}
      {more > 0 && ` ${t('more', { count: more })}`}
    </span>
  )
}

export function StatusCell({ row }: { row: Subscription }) {
  const t = useT()
  if (!isOn(row)) return <StatusBadge>{t('status.off')}</StatusBadge>
  const [failure] = row.failures
  if (!failure) return <StatusBadge tone="success">{t('status.on')}</StatusBadge>
  return (
    <span>
      <StatusBadge tone="warning">{t('status.failing')}</StatusBadge>
      <span className={classes.second}>{t('failure', { recipient: failure.recipient, reason: failure.reason })}</span>
    </span>
  )
}
