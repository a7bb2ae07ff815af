export const texts = {
  title: 'Alle Benutzer',
  purpose: 'Alle Benutzer von {{name}} und den Unterkonten, jeweils einmal aufgeführt.',
  search: 'Nach Name oder E-Mail suchen',
  columns: { user: 'Benutzer', accounts: 'Konten', joinedAt: 'Beigetreten', lastSeen: 'Zuletzt gesehen' },
  inAccount: '{{account}}: {{roles}}',
  noRoles: 'Keine Rollen',
  never: 'Nie',
  empty: {
    title: 'Noch keine Benutzer',
    help: 'Hier erscheinen die Benutzer von {{name}} und den Unterkonten.',
  },
} as const
