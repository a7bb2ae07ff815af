import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.roles',
  {
    title: 'Roles',
    purpose: 'Define what each role allows. Assign roles on the Users page or through groups.',
    search: 'Search roles',
    columns: { role: 'Role', permissions: 'Permissions', kind: 'Type' },
    isDefault: 'Default',
    isDefaultHelp: 'Assigned to users who are invited without a role.',
    kind: { own: 'Custom', vendor: 'Built in' },
    count_one: '{{count}} permission',
    count_other: '{{count}} permissions',
    empty: {
      title: 'No roles yet',
      help: 'Roles bundle permissions so that users with the same job get the same access.',
    },
    actions: { edit: 'Edit', delete: 'Delete' },
    create: { button: 'Create role', title: 'Create role', submit: 'Create role', done: '{{name}} created' },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} updated' },
    form: {
      name: 'Name',
      nameMissing: 'Enter a name',
      description: 'Description',
      descriptionHelp: 'Who the role is for.',
      isDefault: 'Default role',
    },
    matrix: {
      help: 'Changes take effect immediately for all users with this role.',
      all: 'Everything in {{name}}',
      kept: 'You cannot grant or revoke a permission that you do not have.',
      covered: 'Already included in a broader permission',
    },
    delete: {
      title: 'Delete {{name}}?',
      text: 'Users and groups with this role lose it immediately, along with any permissions that no other role grants them.',
      verb: 'Delete {{name}}',
      done: '{{name}} deleted',
    },
    drawer: {
      builtIn: 'This role is built in. It is the same for every organization and cannot be changed.',
      title: 'Role details',
      key: 'Key',
      copyKey: 'Copy key',
      kind: 'Type',
      share: '{{count}} of {{of}}',
      nothing: 'This role has no permissions yet.',
      gone: 'Role not found',
      goneHelp: 'It may have been deleted, or the link is for another organization.',
    },
  },
  { de: () => import('./roles.texts.de') },
)
