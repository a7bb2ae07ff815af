import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.logout',
  {
    title: 'Signing you out',
    ask: 'Sign out?',
    askOf: 'Sign out of {{product}}?',
    askText: 'You are signed in as {{email}}. Signing out ends your session in every tab.',
    askTextUnknown: 'Signing out ends your session in every tab.',
    submit: 'Sign out',
    stay: 'Stay signed in',
  },
  { de: () => import('./logout.texts.de') },
)
