import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.flags.client',
  {
    title: 'Client flags',
    purpose:
      'Global flags that your product, the portal and apps read at startup. Each flag is on or off for all users; changes apply after a reload.',
    readOnly: 'Your role has read-only access.',
    list: 'Client flags',
    known: {
      'show-passkeys-new':
        'Offer passkeys at sign-in and in the portal. When off, users must use another sign-in method.',
      'multi-apps-admin-portal':
        'Let administrators choose which applications a user can use. When off, existing choices still apply.',
      'fe-usage-page': 'Show the Usage page in the portal, if it is turned on under Portal and has no flag of its own.',
    },
    add: 'Add client flag',
    actions: 'Actions for {{name}}',
    remove: 'Remove',
    on: '{{name}} is on',
    off: '{{name}} is off',
    form: {
      name: 'Name',
      nameHelp: 'The name that your product reads, for example new-dashboard. Flags that do not exist are off.',
      nameWrong: 'Use at most 100 letters, digits and the characters . _ -',
      nameTaken: 'This flag already exists',
      on: 'On',
    },
    added: '{{name}} added',
    removed: '{{name}} removed',
    gone: 'This flag was removed by another administrator',
    question: 'Remove {{name}}?',
    warning: 'The flag is off for all users the next time they load your product or the portal.',
    verb: 'Remove {{name}}',
  },
  { de: () => import('./client-flags.texts.de') },
)
