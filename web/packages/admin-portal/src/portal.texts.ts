import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts('portal', {
  navigation: 'Portal',
  skip: 'Skip to content',
  openMenu: 'Open menu',
  groups: {
    you: 'You',
    organization: 'Organization',
    security: 'Security',
    developers: 'Developers',
    billing: 'Billing',
  },
  account: {
    menu: 'Account menu of {{name}}',
    organizations: 'Organizations',
    current: 'Current',
    switchFailed: 'You are still in {{name}}: {{reason}}',
    appearance: 'Appearance',
    light: 'Light',
    dark: 'Dark',
    auto: 'Same as system',
    back: 'Back to {{name}}',
    backToApp: 'Back to the app',
    logOut: 'Log out',
  },
  entrance: { checking: 'Checking who you are', leaving: 'Taking you to the login page' },
  nothing: {
    title: 'Nothing to see here yet',
    help: 'Your role does not open any page of this portal. Ask an administrator of {{name}} for access.',
  },
  field: {
    tooLong: 'At most {{count}} characters',
    phoneWrong: 'Enter a phone number with country code, such as +1 555 010 9999',
  },
  details: { back: 'Back to the list', more: 'More actions' },
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed on this page has not been saved.',
    leave: 'Leave page',
    stay: 'Stay on page',
  },
})
