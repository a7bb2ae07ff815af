import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.unlock',
  {
    title: 'Try again now',
    text: 'Too many wrong passwords locked your account for a while. One click ends that.',
    submit: 'Unlock my account',
    done: 'Your account is unlocked',
    doneText: 'Sign in to go on.',
    over: 'This link no longer works',
    overText: 'Links work once, and for an hour. Wait for a quarter of an hour, then sign in.',
  },
  { de: () => import('./unlock.texts.de') },
)
