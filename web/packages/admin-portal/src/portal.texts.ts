import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'portal',
  {
    navigation: 'Portal',
    groups: {
      you: 'You',
      organization: 'Organization',
      security: 'Security',
      developers: 'Developers',
      billing: 'Billing',
    },
    account: {
      back: 'Back to {{name}}',
      backToApp: 'Back to the app',
      logOut: 'Sign out',
    },
    nothing: {
      title: 'You do not have access yet',
      help: 'Your role does not include any pages in this portal. Ask an administrator of {{name}} for access.',
    },
    field: {
      tooLong: 'Use at most {{count}} characters',
      refused: 'This value is not allowed',
      missing: 'This field is required',
      controls: 'Remove the invisible characters',
      links: 'Links are not allowed',
      address: 'Enter a full URL, such as https://app.example.com',
      phoneWrong: 'Enter a phone number with country code, such as +1 555 010 9999',
    },
    offline: 'You are offline. This will load when you are back online.',
    toggle: { undo: 'Undo', undone: 'Change undone', refused: '{{name}} could not be changed: {{reason}}' },
    overlay: 'Admin portal',
    close: 'Close portal',
    details: { title: 'Details', back: 'Back to the list', more: 'More actions' },
  },
  { de: () => import('./portal.texts.de') },
)
