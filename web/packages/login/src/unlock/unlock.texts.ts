import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.unlock',
  {
    title: 'Unlock your account',
    text: 'Your account was locked after too many failed sign-in attempts. Unlock it to sign in now.',
    submit: 'Unlock account',
    done: 'Your account is unlocked',
    doneText: 'Sign in to continue.',
    over: 'This link no longer works',
    overText: 'Links work once and for an hour. Wait 15 minutes, then sign in.',
  },
  { de: () => import('./unlock.texts.de') },
)
