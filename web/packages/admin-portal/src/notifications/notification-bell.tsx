import { useNotifications, useSessionState } from '@gatehouse/react'
import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { NotificationList } from './notification-list'
import classes from './notifications.module.css'
import { useT } from './notifications.texts'

/** What the person was told in this organization, unless the vendor hides it: `navigation.notifications`. */
export function NotificationBell() {
  const { user, metadata } = useSessionState()
  return user && metadata.navigation?.notifications?.visibility !== 'hidden' ? <Bell /> : null
}

function Bell() {
  const t = useT()
  const notifications = useNotifications()
  const [opened, setOpened] = useState(false)
  const heading = useId()
  const { unread, hasMore } = notifications
  // Beyond what was read there may be more.
  const count = hasMore ? `${unread}+` : String(unread)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={400} trapFocus>
      <Popover.Target>
        <ActionIcon
          size={40}
          className={classes.bell}
          data-unread={unread > 0 || undefined}
          aria-label={unread > 0 ? t('bellUnread', { count }) : t('title')}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-labelledby={heading}>
        <NotificationList of={notifications} heading={heading} />
      </Popover.Dropdown>
    </Popover>
  )
}
