import { defineTexts } from '../i18n'

export const { t, useT } = defineTexts(
  'shell',
  {
    skip: 'Skip to content',
    navigation: { open: 'Open navigation', close: 'Close navigation' },
    account: {
      menu: 'Account of {{name}}',
      menuIn: 'Account of {{name}}, {{organization}}',
      organizations: 'Organizations',
      switchFailed: 'You are still in {{name}}: {{reason}}',
      appearance: 'Appearance',
      light: 'Light',
      dark: 'Dark',
      auto: 'Same as system',
      language: 'Language',
    },
    offline: 'You are offline. What is shown is from {{time}} or before; what is missing comes when you are back.',
    impersonation: {
      label: 'Acting for somebody else',
      acts: 'You act as {{name}}',
      actsIn: 'You act as {{name}} of {{organization}}',
      until: 'Ends at {{time}}',
      end: 'End',
    },
    leave: {
      title: 'Leave without saving?',
      text: 'What you changed on this page has not been saved.',
      leave: 'Leave page',
      stay: 'Stay on page',
    },
    ended: {
      title: 'Your session has ended',
      text: 'What you changed on this page has not been saved. Sign in again in a new tab, then come back: it is still here.',
      signIn: 'Sign in again',
      leave: 'Leave without saving',
    },
    switched: {
      title: 'You switched to {{to}} in another tab',
      text: 'What you changed here for {{from}} has not been saved.',
      back: 'Go back to {{from}}',
      leave: 'Discard and go to {{to}}',
      unnamed: 'another organization',
    },
  },
  { de: () => import('./shell.texts.de') },
)
