export const texts = {
  title: 'Prüfprotokoll',
  card: 'Spalten des Prüfprotokolls',
  purpose:
    'Welche Spalten Ihre Kunden in ihrem Prüfprotokoll sehen. Was verborgen ist, wird trotzdem aufgezeichnet und steht in der Datei, die sie herunterladen.',
  readOnly: 'Ihre Rolle erlaubt, das zu lesen, aber nicht, es zu ändern.',
  saved: 'Die Spalten sind gespeichert. Personen sehen sie, wenn sie das Portal das nächste Mal öffnen.',
  none: 'Zeigen Sie mindestens eine Spalte',
  names: {
    createdAt: 'Zeit',
    email: 'Benutzer',
    action: 'Aktion',
    description: 'Beschreibung',
    ip: 'IP-Adresse',
    severity: 'Schweregrad',
    userAgent: 'User-Agent',
    json: 'JSON-Daten',
  },
} as const
