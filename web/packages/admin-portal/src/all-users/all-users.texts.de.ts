export const texts = {
  title: 'Alle Benutzer',
  purpose: 'Alle Benutzer von {{name}} und seinen Unterkonten, jeweils einmal aufgeführt.',
  search: 'Name oder E-Mail suchen',
  columns: { user: 'Benutzer', accounts: 'Konten', joinedAt: 'Beigetreten', lastSeen: 'Zuletzt gesehen' },
  inAccount: '{{account}}: {{roles}}',
  noRoles: 'Keine Rollen',
  never: 'Nie',
  empty: {
    title: 'Noch keine Benutzer',
    help: 'Hier erscheinen die Benutzer von {{name}} und seinen Unterkonten.',
  },
} as const
