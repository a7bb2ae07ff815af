import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.clients',
  {
    title: 'Clients beside it',
    help: 'Tools and agents of others that sign people in to it by OAuth, each with an ID and a secret of its own. People are asked before one learns anything.',
    none: 'None',
    more_one: 'and one more',
    more_other: 'and {{count}} more',
    menu: 'Actions for {{name}}',
    secretEnds: 'Secret ends in {{letters}}',
    noSecret: 'No secret',
    create: {
      button: 'Add client',
      title: 'Add a client of {{application}}',
      keep: 'Keep the client secret',
      secret: 'Client secret',
      id: 'Client ID',
    },
    edit: {
      action: 'Edit',
      title: 'Edit {{name}}',
      submit: 'Save changes',
      done: '{{name}} is changed',
    },
    show: 'Copy client ID',
    form: {
      name: 'Name',
      nameHelp: 'People read it where they are asked.',
      nameMissing: 'Enter a name',
      redirects: 'Redirect addresses',
      redirectsHelp: 'Where sign-in may lead back to, one in each line, compared letter by letter.',
      metadata: 'Metadata (JSON)',
      metadataHelp: 'Notes for your own tools. People do not see them.',
    },
    delete: {
      action: 'Delete',
      title: 'Delete {{name}}?',
      text: 'Its tokens are refused from now on, and nobody signs in through it any more.',
      verb: 'Delete {{name}}',
      done: '{{name}} is deleted',
    },
  },
  { de: () => import('./clients.texts.de') },
)
