import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal.provisioning',
  {
    title: 'Provisioning',
    purpose: 'Let your company directory keep the people and groups of {{name}}.',
    search: 'Search connections',
    columns: { name: 'Connection', status: 'Status', users: 'Users', lastSync: 'Last change', createdAt: 'Created' },
    sources: { okta: 'Okta', 'azure-ad': 'Microsoft Entra ID', frontegg: 'Other directory', other: 'Other directory' },
    status: { on: 'On', off: 'Off' },
    never: 'Never',
    empty: {
      title: 'No directory is connected',
      help: 'Connect it, and whoever joins or leaves your company joins or leaves {{name}} with it.',
      readHelp: 'Administrators can connect the one of your company.',
    },
    actions: {
      copy: 'Copy base URL',
      rename: 'Rename',
      rotate: 'Make a new token',
      switchOn: 'Switch on',
      switchOff: 'Switch off',
      delete: 'Delete',
    },
    copied: 'Base URL copied',
    notCopied: 'The base URL could not be copied',
    nowOn: '{{name}} is on',
    nowOff: '{{name}} is off',
    create: { button: 'Connect directory', title: 'Connect a directory', submit: 'Connect directory' },
    rename: { title: 'Rename {{name}}', submit: 'Save changes', done: '{{name}} is renamed' },
    form: { source: 'Directory', name: 'Name', nameMissing: 'Enter a name' },
    secret: { title: 'Keep your token', token: 'Token', baseUrl: 'Base URL' },
    rotate: {
      title: 'Make a new token for {{name}}?',
      text: 'The token of now stops working at once. The directory changes nothing here until it has the new one.',
      verb: 'Make a new token',
    },
    delete: {
      title: 'Delete {{name}}?',
      text: 'Its token stops working at once. This cannot be undone.',
      everybody: 'Remove its people and groups too',
      everybodyHelp: 'They lose access to this account. You stay, and so does the last administrator.',
      verb: 'Delete connection',
      done: '{{name}} is deleted',
    },
  },
  { de: () => import('./provisioning.texts.de') },
)
