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
      switchFailed: 'Could not switch organizations. You are still in {{name}}: {{reason}}',
      appearance: 'Appearance',
      light: 'Light',
      dark: 'Dark',
      auto: 'System',
      language: 'Language',
    },
    offline: 'You are offline. This page shows data from {{time}} or earlier. Missing data loads when you reconnect.',
    impersonation: {
      label: 'Impersonation',
      acts: 'You are impersonating {{name}}',
      actsIn: 'You are impersonating {{name}} in {{organization}}',
      until: 'Ends at {{time}}',
      end: 'End',
    },
    leave: {
      title: 'Leave without saving?',
      text: 'Your changes on this page have not been saved.',
      leave: 'Leave page',
      stay: 'Stay on page',
    },
    ended: {
      title: 'Your session has ended',
      text: 'Your changes on this page have not been saved. Sign in again in a new tab, then come back. Your changes are still here.',
      signIn: 'Sign in again',
      leave: 'Leave without saving',
    },
    switched: {
      title: 'You switched to {{to}} in another tab',
      text: 'Your changes for {{from}} have not been saved.',
      back: 'Go back to {{from}}',
      leave: 'Discard and go to {{to}}',
      unnamed: 'another organization',
    },
  },
  { de: () => import('./shell.texts.de') },
)
