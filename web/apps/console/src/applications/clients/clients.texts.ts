import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.clients',
  {
    title: 'OAuth clients',
    help: 'Third-party tools and agents that sign users in to this application through OAuth. Each has its own ID and secret, and users must consent first.',
    none: 'None',
    more_one: 'and 1 more',
    more_other: 'and {{count}} more',
    menu: 'Actions for {{name}}',
    secretEnds: 'Secret ends in {{letters}}',
    noSecret: 'No secret',
    create: {
      button: 'Add client',
      title: 'Add a client to {{application}}',
      keep: 'Save the client secret',
      secret: 'Client secret',
      id: 'Client ID',
    },
    edit: {
      action: 'Edit',
      title: 'Edit {{name}}',
      submit: 'Save changes',
      done: '{{name}} updated',
    },
    show: 'Copy client ID',
    form: {
      name: 'Name',
      nameHelp: 'Shown to users on the consent screen.',
      nameMissing: 'Enter a name',
      redirects: 'Redirect URIs',
      redirectsHelp: 'One per line. Each must match exactly.',
      metadata: 'Metadata (JSON)',
      metadataHelp: 'For your own tools. Not visible to users.',
    },
    delete: {
      action: 'Delete',
      title: 'Delete {{name}}?',
      text: 'Its tokens are rejected immediately, and users can no longer sign in through it.',
      verb: 'Delete {{name}}',
      done: '{{name}} deleted',
    },
  },
  { de: () => import('./clients.texts.de') },
)
