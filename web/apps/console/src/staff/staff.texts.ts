import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.staff',
  {
    title: 'Staff',
    purpose: 'Manage who can use this console and which role they have. MFA is required for all staff.',
    search: 'Search staff',
    columns: { name: 'Name', email: 'Email', role: 'Role', createdAt: 'Added' },
    you: 'You',
    roles: { owner: 'Owner', support: 'Support', finance: 'Finance', 'read-only': 'Read-only' },
    rolesHelp: {
      owner: 'Full access, including staff management.',
      support: 'Can view everything and manage tenants, users and licenses.',
      finance: 'Can view tenants, users and audit logs, and manage plans and licenses.',
      'read-only': 'Can view everything but cannot make changes.',
    },
    empty: { title: 'No staff found', help: 'Add a user who already has an account.' },
    actions: { role: 'Change role', remove: 'Remove' },
    add: {
      button: 'Add staff member',
      title: 'Add staff member',
      help: 'The user must have an account and must have verified their own email address, for example through an email link. They get access the next time they sign in with MFA.',
      submit: 'Add staff member',
      done: '{{email}} added to staff',
    },
    change: { title: 'Change the role for {{name}}', submit: 'Change role', done: 'Role for {{name}} changed' },
    form: { email: 'Email', emailWrong: 'Enter an email address', role: 'Role' },
    remove: {
      title: 'Remove {{name}}?',
      text: '{{name}} loses access to the console immediately. Their user account is not affected.',
      verb: 'Remove {{name}}',
      done: '{{name}} removed from staff',
    },
  },
  { de: () => import('./staff.texts.de') },
)
