import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.end-session',
  {
    title: 'End this session?',
    text: 'The device will be signed out. Your other sessions stay active.',
    submit: 'End session',
    done: 'Session ended',
    doneText: 'If you did not sign in there, choose a new password now.',
    newPassword: 'Choose a new password',
    over: 'This link no longer works',
    overText: 'Links can be used once and expire after three days. Sign in to end your sessions.',
  },
  { de: () => import('./end-session.texts.de') },
)
