import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.unlock',
  {
    title: 'Unlock your account',
    text: 'Your account was locked after too many failed sign-in attempts.',
    submit: 'Unlock account',
    done: 'Your account is unlocked',
    doneText: 'Sign in to continue.',
    over: 'This link no longer works',
    overText: 'Links work once and for an hour. Or wait 15 minutes.',
  },
  { de: () => import('./unlock.texts.de') },
)
