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
      title: 'Nothing to see here yet',
      help: 'Your role does not open any page of this portal. Ask an administrator of {{name}} for access.',
    },
    field: {
      tooLong: 'At most {{count}} characters',
      refused: 'This cannot be used here',
      missing: 'Something is needed here',
      controls: 'Remove the characters that cannot be seen',
      links: 'No links and no addresses here',
      address: 'Enter a whole address, such as https://app.example.com',
      phoneWrong: 'Enter a phone number with country code, such as +1 555 010 9999',
    },
    offline: 'You are offline. This comes when you are back.',
    toggle: { undo: 'Undo', undone: 'Undone', refused: '{{name}} stays as before: {{reason}}' },
    overlay: 'Admin portal',
    close: 'Close portal',
    details: { title: 'Details', back: 'Back to the list', more: 'More actions' },
  },
  { de: () => import('./portal.texts.de') },
)
