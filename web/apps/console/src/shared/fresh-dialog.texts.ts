import { defineTexts } from '@gatehouse/ui'

export const { useT } = defineTexts(
  'console.fresh-dialog',
  {
    title: 'Show your second factor first',
    text: 'This is done only by who has shown a second factor within the last quarter of an hour. You come back here.',
    verb: 'Show it now',
    reason: 'Reason',
    reasonHelp: 'It is kept in the audit log.',
    reasonShort: 'Say in a few words why',
  },
  { de: () => import('./fresh-dialog.texts.de') },
)
