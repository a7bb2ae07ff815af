export const texts = {
  title: 'Nutzung',
  purpose: 'Aktive Benutzer, Anmeldungen und API-Aufrufe von {{name}} nach Monat.',
  month: 'Monat',
  running: '{{month}}, bisher',
  download: 'CSV herunterladen',
  fileName: 'nutzung.csv',
  empty: { title: 'Noch keine Nutzung', help: 'Der erste Monat erscheint hier nach der ersten Anmeldung.' },
  trend: {
    more: '{{count}} im {{month}}, {{percent}} % mehr als im Monat davor',
    less: '{{count}} im {{month}}, {{percent}} % weniger als im Monat davor',
    same: '{{count}} im {{month}}, so viele wie im Monat davor',
    only: '{{count}} im {{month}}',
    none: 'Noch keine Daten',
  },
  figures: {
    activePeople: { title: 'Aktive Benutzer', column: 'Angemeldete Benutzer' },
    signIns: { title: 'Anmeldungen', column: 'Anmeldungen' },
    apiCalls: { title: 'API-Aufrufe', column: 'API-Aufrufe' },
    tokensCreated: { title: 'Erstellte API-Tokens', column: 'Erstellte API-Tokens' },
    seats: { title: 'Belegte Plätze', column: 'Benutzer und Rechner mit einem Platz' },
  },
} as const
