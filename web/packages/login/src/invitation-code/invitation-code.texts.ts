import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.invitationCode',
  { text: 'Enter the code that is in your invitation. You join with the account that you have already.' },
  { de: () => import('./invitation-code.texts.de') },
)
