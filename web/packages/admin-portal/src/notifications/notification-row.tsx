import type { Notification } from '@gatehouse/react'
import { RelativeTime } from '@gatehouse/ui'
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArchive,
  IconInfoCircle,
  IconMail,
  IconMailOpened,
  IconPin,
  IconPinnedOff,
  type TablerIcon,
} from '@tabler/icons-react'
import classes from './notifications.module.css'
import { useT } from './notifications.texts'

interface NotificationRowProps {
  readonly notification: Notification
  readonly onStatus: (status: Notification['status']) => void
  readonly onPinned: (isPinned: boolean) => void
}

export function NotificationRow({ notification, onStatus, onPinned }: NotificationRowProps) {
  const t = useT()
  const { title, body, url, viewed, isPinned, severity, createdAt } = notification
  const isGrave = severity !== 'Info'
  const Icon = isGrave ? IconAlertTriangle : IconInfoCircle
  return (
    <li className={classes.row} data-unread={!viewed || undefined}>
      <Icon size={18} stroke={1.75} className={classes.symbol} data-grave={isGrave || undefined} aria-hidden />
      <div className={classes.text}>
        <div className={classes.title}>
          {url ? (
            <a href={url} className={classes.link} onClick={() => !viewed && onStatus('read')}>
              {title}
            </a>
          ) : (
            title
          )}
          {!viewed && <VisuallyHidden>{t('unread')}</VisuallyHidden>}
        </div>
        {body && <div className={classes.body}>{body}</div>}
        <div className={classes.facts}>
          <RelativeTime value={createdAt} focusable={false} />
          {isPinned && <span>{t('pinned')}</span>}
        </div>
      </div>
      <div className={classes.actions}>
        <Act
          icon={viewed ? IconMail : IconMailOpened}
          label={t(viewed ? 'markUnread' : 'markRead', { title })}
          onClick={() => onStatus(viewed ? 'unread' : 'read')}
        />
        <Act
          icon={isPinned ? IconPinnedOff : IconPin}
          label={t(isPinned ? 'unpin' : 'pin', { title })}
          onClick={() => onPinned(!isPinned)}
        />
        <Act icon={IconArchive} label={t('archive', { title })} onClick={() => onStatus('archived')} />
      </div>
    </li>
  )
}

function Act({ icon: Icon, label, onClick }: { icon: TablerIcon; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="md" aria-label={label} onClick={onClick}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
