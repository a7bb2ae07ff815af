import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.end-session',
  {
    title: 'End this session?',
    text: 'The device that you do not recognize will be signed out. Your other sessions stay active.',
    submit: 'End session',
    done: 'Session ended',
    doneText: 'If you did not sign in there, your password may be compromised. Choose a new one now.',
    newPassword: 'Choose a new password',
    over: 'This link no longer works',
    overText: 'Links work once and for three days. Sign in to review and end your sessions.',
  },
  { de: () => import('./end-session.texts.de') },
)
