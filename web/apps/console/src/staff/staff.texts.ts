import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.staff',
  {
    title: 'Staff',
    purpose: 'Who works in this console, and what they may do here. Each signs in with two factors.',
    search: 'Search staff',
    columns: { name: 'Name', email: 'Email', role: 'Role', createdAt: 'Added' },
    you: 'You',
    roles: { owner: 'Owner', support: 'Support', finance: 'Finance', 'read-only': 'Read only' },
    rolesHelp: {
      owner: 'May do everything, also decide who works here.',
      support: 'Reads everything, changes tenants, people and licenses.',
      finance: 'Reads tenants, people and audits, changes their plans and licenses.',
      'read-only': 'Reads everything, changes nothing.',
    },
    empty: { title: 'Nobody yet', help: 'Add somebody who has an account here.' },
    actions: { role: 'Change role', remove: 'Remove' },
    add: {
      button: 'Add colleague',
      title: 'Add colleague',
      help: 'They need an account here already, and have proved its address themselves, as by a mail. They use the console from their next sign-in with two factors.',
      submit: 'Add colleague',
      done: '{{email}} works here now',
    },
    change: { title: 'Role of {{name}}', submit: 'Change role', done: '{{name}} has another role' },
    form: { email: 'Email', emailWrong: 'Enter an email address', role: 'Role' },
    remove: {
      title: 'Remove {{name}}?',
      text: '{{name}} is out of the console at once. Their own account stays as it is.',
      verb: 'Remove {{name}}',
      done: '{{name}} works here no longer',
    },
  },
  { de: () => import('./staff.texts.de') },
)
