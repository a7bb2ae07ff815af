import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.erasure',
  {
    export: 'Export data',
    exported: 'The data of {{name}} is in the downloaded file',
    exportRefused: 'The data of {{name}} could not be exported: {{reason}}',
    erase: 'Erase user data…',
    erasing: 'Being erased',
    title: 'Erase user data of {{name}}?',
    final: 'This cannot be undone. Export the data first if {{name}} has requested it.',
    goes: 'Deleted',
    goesText:
      'The account with its credentials, sessions, memberships, seats, emails and text messages. {{name}} is signed out immediately, and the email address can be used again.',
    stays: 'Kept',
    staysText:
      'The audit log, in which a pseudonym replaces {{name}}, and invoices, which belong to the tenant. Data in backups and in your own systems must be erased separately.',
    address: 'Type {{email}} to confirm',
    addressWrong: 'The email address does not match',
    reason: 'Reason',
    reasonHelp: 'Stored in the audit log, without personal data of the user.',
    reasonShort: 'Enter a short reason',
    verb: 'Erase permanently',
    begun: 'Erasure started. This user is now called {{pseudonym}}; all traces are removed within minutes.',
    nothingLeft:
      'This user can no longer sign in and belongs to no tenant. Remaining traces are being removed; this entry disappears within a few minutes.',
    list: {
      open: 'Erasures',
      title: 'Erased users',
      purpose: 'Listed by their pseudonym. The original identity is not stored.',
      none: 'No users have been erased yet',
      asked: 'Requested by {{who}} {{when}}',
      done: 'Erased',
      entries_one: '1 audit log entry changed',
      entries_other: '{{count}} audit log entries changed',
      more: 'Showing the newest {{count}}.',
      close: 'Close',
      failed: 'The list could not be loaded: {{reason}}',
    },
  },
  { de: () => import('./erasure.texts.de') },
)
