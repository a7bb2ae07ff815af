import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.roles',
  {
    title: 'Roles',
    purpose: 'What each role allows. People get roles on the Users page.',
    search: 'Search roles',
    columns: { role: 'Role', permissions: 'Permissions', kind: 'Kind' },
    isDefault: 'Default',
    isDefaultHelp: 'Given to everybody who is invited without a role',
    kind: { own: 'Made here', vendor: 'Built in' },
    count_one: '{{count}} permission',
    count_other: '{{count}} permissions',
    empty: {
      title: 'No roles yet',
      help: 'Roles bundle permissions, so that people with the same work get the same access.',
    },
    drawer: {
      title: 'Role details',
      key: 'Key',
      copyKey: 'Copy key',
      kind: 'Kind',
      share: '{{count}} of {{of}}',
      nothing: 'This role allows nothing yet.',
      gone: 'There is no such role',
      goneHelp: 'It may have been deleted, or the link is for another organization.',
    },
  },
  { de: () => import('./roles.texts.de') },
)
