export const texts = {
  title: 'Prüfprotokoll',
  card: 'Spalten des Prüfprotokolls',
  purpose:
    'Wählen Sie, welche Spalten Mandanten in ihrem Prüfprotokoll sehen. Ausgeblendete Spalten werden weiterhin erfasst und exportiert.',
  readOnly: 'Ihre Rolle hat nur Lesezugriff.',
  saved: 'Spalten gespeichert. Benutzer sehen sie beim nächsten Öffnen des Portals.',
  none: 'Zeigen Sie mindestens eine Spalte an',
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
