import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.roles',
  {
    title: 'Roles',
    purpose: 'What each role allows. People get roles on the Users page, or by their groups.',
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
    actions: { edit: 'Edit', delete: 'Delete' },
    create: { button: 'Create role', title: 'Create role', submit: 'Create role', done: '{{name}} is created' },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} is changed' },
    form: {
      name: 'Name',
      nameMissing: 'Enter a name',
      description: 'Description',
      descriptionHelp: 'Whom the role is for',
      isDefault: 'Default role',
    },
    matrix: {
      help: 'Changes take effect at once for everybody who has the role.',
      all: 'Everything in {{name}}',
      kept: 'You do not have this permission, so you cannot give or take it.',
      covered: 'Allowed already by a wider permission',
    },
    delete: {
      title: 'Delete {{name}}?',
      text: 'People and groups that have this role lose it at once, with everything that only it allows.',
      verb: 'Delete {{name}}',
      done: '{{name}} is deleted',
    },
    drawer: {
      builtIn: 'This role is built in. It is the same for every organization, and nobody changes it.',
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
