import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'login.invitationCode',
  { text: 'Enter the code from your invitation. You will join with your existing account.' },
  { de: () => import('./invitation-code.texts.de') },
)
