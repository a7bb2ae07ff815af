import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.erasure',
  {
    export: 'Export data',
    exported: 'Data for {{name}} downloaded',
    exportRefused: 'Data for {{name}} could not be exported: {{reason}}',
    erase: 'Erase user data',
    erasing: 'Being erased',
    title: 'Erase all data for {{name}}?',
    final: 'This cannot be undone. Export the data first if {{name}} has requested it.',
    goes: 'Deleted',
    goesText:
      'The account with its credentials, sessions, memberships, seats, emails and text messages. {{name}} is signed out immediately, and the email address can be used again.',
    stays: 'Kept',
    staysText:
      'Audit log entries, with {{name}} replaced by a pseudonym, and invoices, which belong to the tenant. Erase data in backups and in your own systems separately.',
    address: 'Type {{email}} to confirm',
    addressWrong: 'The email address does not match',
    reason: 'Reason',
    reasonHelp: 'Stored in the audit log. The user’s name and email addresses are removed.',
    reasonShort: 'Enter a reason of at least 3 characters',
    verb: 'Erase permanently',
    begun: 'Erasure started. This user is now called {{pseudonym}}. All remaining data is deleted within minutes.',
    nothingLeft:
      'This user can no longer sign in and does not belong to any tenant. The remaining data is being deleted. This entry disappears within a few minutes.',
    list: {
      open: 'View erased users',
      title: 'Erased users',
      purpose: 'Listed by their pseudonym. The original identity is not stored.',
      none: 'No users have been erased yet',
      asked: 'Requested by {{who}} {{when}}',
      done: 'Erased',
      entries_one: '1 audit log entry changed',
      entries_other: '{{count}} audit log entries changed',
      more: 'Showing the {{count}} most recent.',
      close: 'Close',
      failed: 'The list could not be loaded: {{reason}}',
    },
  },
  { de: () => import('./erasure.texts.de') },
)
