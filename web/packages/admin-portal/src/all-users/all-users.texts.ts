import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.allUsers',
  {
    title: 'All users',
    purpose: 'Everybody in {{name}} and in the accounts below it, each person once.',
    search: 'Search by name or email',
    columns: { user: 'User', accounts: 'Accounts', joinedAt: 'Joined', lastSeen: 'Last seen' },
    inAccount: '{{account}}: {{roles}}',
    noRoles: 'No roles',
    never: 'Never',
    empty: { title: 'Nobody here yet', help: 'People of {{name}} and of the accounts below it are listed here.' },
  },
  { de: () => import('./all-users.texts.de') },
)
