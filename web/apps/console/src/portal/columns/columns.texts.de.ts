export const texts = {
  title: 'Audit-Protokoll',
  card: 'Spalten des Audit-Protokolls',
  purpose:
    'Wählen Sie, welche Spalten Mandanten in ihrem Audit-Protokoll sehen. Ausgeblendete Spalten werden weiterhin erfasst und exportiert.',
  readOnly: 'Ihre Rolle hat nur Lesezugriff.',
  saved: 'Spalten gespeichert. Benutzer sehen sie beim nächsten Öffnen des Portals.',
  none: 'Wählen Sie mindestens eine Spalte',
  names: {
    createdAt: 'Zeitpunkt',
    email: 'Benutzer',
    action: 'Aktion',
    description: 'Beschreibung',
    ip: 'IP-Adresse',
    severity: 'Schweregrad',
    userAgent: 'User-Agent',
    json: 'JSON-Daten',
  },
} as const
