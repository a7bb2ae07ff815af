export const texts = {
  title: 'Alle Personen',
  purpose: 'Alle in {{name}} und in den Konten darunter, jede Person einmal.',
  search: 'Name oder E-Mail suchen',
  columns: { user: 'Person', accounts: 'Konten', joinedAt: 'Beigetreten', lastSeen: 'Zuletzt gesehen' },
  inAccount: '{{account}}: {{roles}}',
  noRoles: 'Keine Rollen',
  never: 'Nie',
  empty: {
    title: 'Noch niemand hier',
    help: 'Hier stehen die Personen von {{name}} und der Konten darunter.',
  },
} as const
