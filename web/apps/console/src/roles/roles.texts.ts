import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.roles',
  {
    title: 'Roles',
    purpose: 'Define the roles that every tenant can assign. Tenants can add their own roles in the portal.',
    search: 'Search roles',
    columns: { role: 'Role', key: 'Key', level: 'Level', permissions: 'Permissions' },
    isDefault: 'Default',
    firstUser: 'First user',
    empty: {
      title: 'No roles yet',
      help: 'Create a role to bundle permissions that you assign together.',
    },
    actions: { edit: 'Edit', delete: 'Delete' },
    create: { button: 'Create role', title: 'Create role', submit: 'Create role', done: '{{name}} created' },
    edit: { title: 'Edit {{name}}', submit: 'Save changes', done: '{{name}} updated' },
    form: {
      name: 'Name',
      nameMissing: 'Enter a name',
      key: 'Key',
      keyHelp: 'The key of the role in tokens. Leave empty to use the name. It cannot be changed later.',
      description: 'Description',
      level: 'Level',
      levelHelp: 'Lower numbers rank higher. Users cannot assign a role above their own.',
      levelWrong: 'Enter a number from 0 to 1,000,000',
      isDefault: 'Default role',
      isDefaultHelp: 'Assigned to users who join a tenant without another role.',
      firstUserRole: 'Role of the first user',
      firstUserRoleHelp: 'Assigned to the user who creates a tenant.',
    },
    delete: {
      title: 'Delete {{name}}?',
      text: 'All users in every tenant immediately lose this role and the access that only this role grants.',
      verb: 'Delete {{name}}',
      done: '{{name}} deleted',
    },
    drawer: {
      title: 'Role details',
      key: 'Key',
      copyKey: 'Copy key',
      gone: 'Role not found',
      goneHelp: 'It may have been deleted.',
    },
  },
  { de: () => import('./roles.texts.de') },
)
