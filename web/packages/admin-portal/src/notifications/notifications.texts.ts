import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.notifications',
  {
    title: 'Notifications',
    bellUnread: 'Notifications, {{count}} unread',
    readAll: 'Mark all as read',
    unread: '(unread)',
    pinned: 'Pinned',
    markRead: 'Mark “{{title}}” as read',
    markUnread: 'Mark “{{title}}” as unread',
    pin: 'Pin “{{title}}”',
    unpin: 'Unpin “{{title}}”',
    archive: 'Archive “{{title}}”',
    more: 'Show more',
    empty: 'No notifications',
    emptyHelp: 'New notifications appear here.',
  },
  { de: () => import('./notifications.texts.de') },
)
