import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'console.fresh-dialog',
  {
    title: 'Confirm your identity',
    text: 'For this action, you must have completed MFA in the last 15 minutes. You will return here afterward.',
    verb: 'Continue',
    reason: 'Reason',
    reasonHelp: 'Stored in the audit log.',
    reasonShort: 'Enter a reason of at least 3 characters',
  },
  { de: () => import('./step-up-dialog.texts.de') },
)
