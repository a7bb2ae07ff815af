import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.erasure',
  {
    export: 'Export data',
    exported: 'Everything that is kept of {{name}} is in the file that your browser saves',
    exportRefused: 'The data of {{name}} could not be exported: {{reason}}',
    erase: 'Erase…',
    erasing: 'Being erased',
    title: 'Erase {{name}}?',
    final: 'This cannot be undone. Export the data first, if {{name}} has asked for it.',
    goes: 'Goes',
    goesText:
      'The account with everything to sign in with, sessions, memberships, seats, mail and text messages. {{name}} is out at once, and the address is free.',
    stays: 'Stays',
    staysText:
      'The audit log, in which a pseudonym takes the place of {{name}}, and bills, which are an account’s. What backups and your own systems hold is yours to erase.',
    address: 'Type {{email}} to confirm',
    addressWrong: 'This is not the address',
    reason: 'Reason',
    reasonHelp: 'It is kept in the audit log, without what it says of the person.',
    reasonShort: 'Say in a few words why',
    verb: 'Erase for good',
    begun: 'This person is called {{pseudonym}} from now on. Traces are gone within minutes.',
    nothingLeft:
      'Whoever this was signs in no more, and belongs to no tenant. Traces are being looked for; in a few minutes this entry is gone, too.',
    list: {
      open: 'Erasures',
      title: 'Who was erased',
      purpose: 'By what they are called since then. Who it was is not kept.',
      none: 'Nobody has been erased yet',
      asked: '{{who}} asked for it {{when}}',
      done: 'Erased',
      entries_one: 'one entry of the audit log changed',
      entries_other: '{{count}} entries of the audit log changed',
      more: 'The newest {{count}} are shown.',
      close: 'Close',
      failed: 'The list could not be read: {{reason}}',
    },
  },
  { de: () => import('./erasure.texts.de') },
)
