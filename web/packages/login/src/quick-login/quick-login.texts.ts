import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.quick',
  {
    submit: 'Text me a code',
    notMe: 'Use another account',
    begin: 'Set up sign-in by text message',
    registering: 'Sign in as usual, then set up your phone.',
    cancel: 'Cancel',
    sent: 'We sent a code to your phone.',
    title: 'Sign in by text message',
    own: 'We send your codes to {{number}}.',
    confirm: 'Use this number',
    text: 'Which phone should receive your codes?',
    send: 'Send code',
    verify: 'Confirm number',
    notNow: 'Not now',
  },
  { de: () => import('./quick-login.texts.de') },
)
