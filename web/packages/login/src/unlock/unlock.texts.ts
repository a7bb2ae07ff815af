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
    overText: 'Links can be used once and expire after one hour. You can also wait 15 minutes and sign in.',
  },
  { de: () => import('./unlock.texts.de') },
)
