import { defineTexts } from '@gatehouse/ui'

export const { t, useT } = defineTexts(
  'console.audits',
  {
    title: 'Audit log',
    purpose: 'What happened in every tenant and in this console, who did it, and from where.',
    search: 'Search the log',
    columns: {
      createdAt: 'Time',
      tenant: 'Tenant',
      email: 'By',
      action: 'Action',
      description: 'Description',
      ip: 'IP address',
      severity: 'Severity',
    },
    filters: { createdAt: 'Day (UTC)', tenant: 'Tenant ID', actorKind: 'Done by' },
    severity: { Info: 'Info', Medium: 'Medium', High: 'High', Error: 'Error', Critical: 'Critical' },
    actor: { user: 'A person', staff: 'Staff', vendor: 'A backend', system: 'System' },
    nobody: 'System',
    noTenant: 'No tenant',
    window: 'These are the newest 10,000 entries, back to {{when}}.',
    earlier: 'Search earlier',
    sealed: 'Sealed until {{when}}: what was written before then cannot be changed unseen.',
    behind:
      'Sealing is behind: newer entries than those of {{when}} should be sealed by now. Look for the job audit.seal.',
    empty: { title: 'Nothing has happened yet', help: 'Sign-ins, invitations and changes appear here.' },
    drawer: {
      title: 'Entry',
      tenant: 'Tenant',
      kind: 'Done by',
      impersonator: 'Acted for them',
      agent: 'User agent',
      id: 'Entry ID',
      copyId: 'Copy entry ID',
      data: 'Data',
      gone: 'There is no such entry',
      goneHelp: 'It may be older than the log is kept.',
    },
  },
  { de: () => import('./audits.texts.de') },
)
