import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.allUsers',
  {
    title: 'All users',
    purpose: 'All users of {{name}} and its sub-accounts, each listed once.',
    search: 'Search by name or email',
    columns: { user: 'User', accounts: 'Accounts', joinedAt: 'Joined', lastSeen: 'Last seen' },
    inAccount: '{{account}}: {{roles}}',
    noRoles: 'No roles',
    never: 'Never',
    empty: { title: 'No users yet', help: 'Users of {{name}} and its sub-accounts appear here.' },
  },
  { de: () => import('./all-users.texts.de') },
)
