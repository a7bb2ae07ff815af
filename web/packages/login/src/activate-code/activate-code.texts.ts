import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.activateCode',
  {
    text: 'Enter the code from the email.',
    setPassword: 'Enter the code from the email and choose a password.',
    again: 'Send a new code',
  },
  { de: () => import('./activate-code.texts.de') },
)
