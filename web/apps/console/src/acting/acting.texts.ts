import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.acting',
  {
    action: 'Act for somebody',
    actionFor: 'Act for them',
    title: 'Act for {{name}}',
    titleIn: 'Act for somebody of {{name}}',
    text: 'You see and do what they may, for an hour at most. What is theirs alone stays theirs: passwords, factors, payments, rights. The account and your own audit log keep who acted, and why.',
    tenant: 'In which tenant',
    person: 'Whose name',
    personHelp: 'Search by name or address.',
    reason: 'Reason',
    reasonHelp: 'Such as the number of the request. The account reads it in its audit log.',
    reasonShort: 'Say why, in a few words.',
    chosen: 'Choose one.',
    submit: 'Ask',
    forbidden: '{{name}} lets nobody act for its people. Its administrator can allow it in the portal, under Security.',
    ready: {
      title: 'Begin within two minutes',
      text: 'Open this link in a private window: it works once, and signs that browser in as {{name}}. In this window you would be signed out of the console.',
      label: 'Link',
      copy: 'Copy the link',
      here: 'Open it here',
      close: 'Done',
    },
  },
  { de: () => import('./acting.texts.de') },
)
