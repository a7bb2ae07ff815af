import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.roles',
  {
    title: 'Roles',
    purpose: 'What every tenant can give its people. Tenants add roles of their own in their portal.',
    search: 'Search roles',
    columns: { role: 'Role', key: 'Key', level: 'Level', permissions: 'Permissions' },
    isDefault: 'Default',
    firstUser: 'First person',
    empty: {
      title: 'No roles yet',
      help: 'A role bundles permissions, so that people with the same work get the same.',
    },
    actions: { edit: 'Edit', delete: 'Delete' },
    create: { button: 'Create role', title: 'Create role', submit: 'Create role', done: '{{name}} is created' },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} is changed' },
    form: {
      name: 'Name',
      nameMissing: 'Enter a name',
      key: 'Key',
      keyHelp: 'What tokens name the role by. It stays; without one the name is used.',
      description: 'Description',
      level: 'Level',
      levelHelp: 'A lower number ranks higher. Nobody gives a role above their own.',
      levelWrong: 'Enter a number from 0 to 1,000,000',
      isDefault: 'Default role',
      isDefaultHelp: 'People who join a tenant without another role have it.',
      firstUserRole: 'Role of the first person',
      firstUserRoleHelp: 'Whoever opens a tenant has it there.',
    },
    delete: {
      title: 'Delete {{name}}?',
      text: 'Whoever holds this role loses it at once, in every tenant, with everything that only it allows.',
      verb: 'Delete {{name}}',
      done: '{{name}} is deleted',
    },
    drawer: {
      title: 'Role details',
      key: 'Key',
      copyKey: 'Copy key',
      gone: 'There is no such role',
      goneHelp: 'It may have been deleted.',
    },
  },
  { de: () => import('./roles.texts.de') },
)
