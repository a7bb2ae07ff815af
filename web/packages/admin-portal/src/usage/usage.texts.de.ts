export const texts = {
  title: 'Nutzung',
  purpose: 'Wie viel {{name}} das Produkt nutzt, Monat für Monat.',
  month: 'Monat',
  running: '{{month}}, bisher',
  download: 'Als CSV herunterladen',
  fileName: 'nutzung.csv',
  empty: { title: 'Noch nichts zu zählen', help: 'Der erste Monat erscheint hier, sobald sich jemand angemeldet hat.' },
  trend: {
    more: '{{count}} im {{month}}, {{percent}} % mehr als im Monat davor',
    less: '{{count}} im {{month}}, {{percent}} % weniger als im Monat davor',
    same: '{{count}} im {{month}}, so viele wie im Monat davor',
    only: '{{count}} im {{month}}',
    none: 'Bisher keine',
  },
  figures: {
    activePeople: { title: 'Aktive Personen', column: 'Personen, die sich angemeldet haben' },
    signIns: { title: 'Anmeldungen', column: 'Anmeldungen' },
    apiCalls: { title: 'API-Aufrufe', column: 'API-Aufrufe' },
    tokensCreated: { title: 'Erstellte API-Tokens', column: 'Erstellte API-Tokens' },
    seats: { title: 'Genutzte Plätze', column: 'Personen und Maschinen mit einem Platz' },
  },
} as const
