import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.flags.client',
  {
    title: 'For every client',
    purpose:
      'What your product, the portal and apps ask this server for when they start. Each is on or off for everybody; they see a change when they are loaded again.',
    readOnly: 'Your role lets you read this, not change it.',
    list: 'Client flags',
    known: {
      'show-passkeys-new': 'Passkeys are offered at sign-in and in the portal. Off, people sign in another way.',
      'multi-apps-admin-portal':
        'Administrators say which applications a person may use. Off, what they said still holds.',
      'fe-usage-page': 'The portal has its page Usage, where Portal shows it and names no flag of its own.',
    },
    add: 'Add client flag',
    actions: 'Actions for {{name}}',
    remove: 'Remove',
    on: '{{name}} is on',
    off: '{{name}} is off',
    form: {
      name: 'Name',
      nameHelp: 'What your product asks for, such as new-dashboard. What is asked for and is not here counts as off.',
      nameWrong: 'Use letters, digits and . _ - and no more than 100 of them',
      nameTaken: 'This flag is there already',
      on: 'It is on',
    },
    added: '{{name}} is added',
    removed: '{{name}} is removed',
    gone: 'Somebody has removed this flag meanwhile',
    question: 'Remove {{name}}?',
    warning: 'It counts as off for everybody who loads your product or the portal again.',
    verb: 'Remove {{name}}',
  },
  { de: () => import('./client-flags.texts.de') },
)
