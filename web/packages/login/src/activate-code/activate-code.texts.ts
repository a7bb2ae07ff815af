import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.activateCode',
  {
    text: 'Enter the code that is in the email.',
    setPassword: 'Enter the code that is in the email, and choose a password.',
    again: 'Have a new one sent',
  },
  { de: () => import('./activate-code.texts.de') },
)
