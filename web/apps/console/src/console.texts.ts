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
      title: 'Multi-factor authentication required',
      help: 'The console gives access to every tenant. Confirm your identity with MFA to continue.',
      go: 'Continue',
    },
    refused: 'Your role does not have access. Ask an owner to change your role.',
    notStaff: {
      title: 'You do not have access to the console',
      help: 'The console is for staff only. Ask an owner to add you.',
      other: 'Sign in with another account',
    },
  },
  { de: () => import('./console.texts.de') },
)
