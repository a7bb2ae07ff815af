import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'console.fresh-dialog',
  {
    title: 'Confirm your identity',
    text: 'This action requires MFA within the last 15 minutes. You will return here afterwards.',
    verb: 'Continue',
    reason: 'Reason',
    reasonHelp: 'Stored in the audit log.',
    reasonShort: 'Enter a short reason',
  },
  { de: () => import('./step-up-dialog.texts.de') },
)
