import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.quick',
  {
    submit: 'Text me a code',
    notMe: 'Somebody else signs in',
    begin: 'Sign in by text message from now on',
    registering: 'Sign in once more as usual. After that, you set up your phone.',
    cancel: 'Leave it as it is',
    sent: 'We sent a code to your phone.',
    title: 'Sign in by text message',
    own: 'From now on, we send your codes to {{number}}.',
    confirm: 'Use this number',
    text: 'Which phone shall get your codes?',
    send: 'Send the code',
    verify: 'Confirm the number',
    notNow: 'Not now',
  },
  { de: () => import('./quick-login.texts.de') },
)
