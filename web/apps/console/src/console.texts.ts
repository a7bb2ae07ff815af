import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console',
  {
    navigation: 'Console',
    groups: {
      customers: 'Customers',
      access: 'Access',
      catalog: 'Catalog',
      signIn: 'Sign-in and brand',
      integrations: 'Integrations',
      operations: 'Operations',
    },
    menu: { ownAccount: 'My account', logOut: 'Sign out' },
    stepUp: {
      title: 'Show your second factor',
      help: 'The console reaches every customer, so it opens only to who signed in with two factors.',
      go: 'Continue',
    },
    refused: 'Your role does not open it. An owner can give you another.',
    notStaff: {
      title: 'This is not your place',
      help: 'The console is for the people who run this service. An owner can make you one of them.',
      other: 'Sign in as somebody else',
    },
  },
  { de: () => import('./console.texts.de') },
)
