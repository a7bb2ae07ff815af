import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.provisioning',
  {
    title: 'Provisioning',
    purpose: 'Let your company directory manage the users and groups of {{name}}.',
    search: 'Search connections',
    columns: { name: 'Connection', status: 'Status', users: 'Users', lastSync: 'Last change', createdAt: 'Created' },
    sources: { okta: 'Okta', 'azure-ad': 'Microsoft Entra ID', frontegg: 'Other directory', other: 'Other directory' },
    status: { on: 'On', off: 'Off' },
    never: 'Never',
    empty: {
      title: 'No directory connected',
      help: 'Connect your company directory to add and remove users of {{name}} automatically.',
      readHelp: 'Administrators can connect your company directory.',
    },
    actions: {
      copy: 'Copy base URL',
      rename: 'Rename',
      rotate: 'Create new token',
      switchOn: 'Turn on',
      switchOff: 'Turn off',
      delete: 'Delete',
    },
    copied: 'Base URL copied',
    notCopied: 'The base URL could not be copied',
    nowOn: '{{name}} turned on',
    nowOff: '{{name}} turned off',
    create: { button: 'Connect directory', title: 'Connect directory', submit: 'Connect directory' },
    rename: { title: 'Rename {{name}}', submit: 'Save changes', done: '{{name}} renamed' },
    form: { source: 'Directory', name: 'Name', nameMissing: 'Enter a name' },
    secret: { title: 'Save your token', token: 'Token', baseUrl: 'Base URL' },
    rotate: {
      title: 'Create a new token for {{name}}?',
      text: 'The current token stops working immediately. The directory cannot sync until it has the new one.',
      verb: 'Create new token',
    },
    delete: {
      title: 'Delete {{name}}?',
      text: 'Its token stops working immediately. This cannot be undone.',
      everybody: 'Also remove its users and groups',
      everybodyHelp: 'They lose access to this organization. You and the last administrator are not removed.',
      verb: 'Delete connection',
      done: '{{name}} deleted',
    },
  },
  { de: () => import('./provisioning.texts.de') },
)
