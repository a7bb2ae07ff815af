import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.end-session',
  {
    title: 'End this session?',
    text: 'The device that you do not recognize is signed out. Your other sessions go on.',
    submit: 'End the session',
    done: 'The session has ended',
    doneText: 'If you did not sign in there, somebody knows your password. Choose a new one now.',
    newPassword: 'Choose a new password',
    over: 'This link no longer works',
    overText: 'Links work once, and for three days. Sign in to see your sessions and to end them.',
  },
  { de: () => import('./end-session.texts.de') },
)
