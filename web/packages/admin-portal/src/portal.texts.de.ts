export const texts = {
  navigation: 'Portal',
  groups: {
    you: 'Persönlich',
    organization: 'Organisation',
    security: 'Sicherheit',
    developers: 'Entwicklung',
    billing: 'Abrechnung',
  },
  account: {
    back: 'Zurück zu {{name}}',
    backToApp: 'Zurück zur App',
    logOut: 'Abmelden',
  },
  nothing: {
    title: 'Hier gibt es noch nichts zu sehen',
    help: 'Ihre Rolle öffnet keine Seite dieses Portals. Bitten Sie einen Administrator von {{name}} um Zugriff.',
  },
  field: {
    tooLong: 'Höchstens {{count}} Zeichen',
    refused: 'Das kann hier nicht stehen',
    missing: 'Hier fehlt etwas',
    controls: 'Entfernen Sie die unsichtbaren Zeichen',
    links: 'Hier sind keine Links und keine Adressen möglich',
    address: 'Geben Sie eine ganze Adresse ein, zum Beispiel https://app.example.com',
    phoneWrong: 'Geben Sie eine Telefonnummer mit Ländervorwahl ein, zum Beispiel +49 30 1234567',
  },
  offline: 'Sie sind offline. Das kommt, sobald Sie wieder verbunden sind.',
  toggle: {
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht',
    refused: '{{name}} bleibt unverändert: {{reason}}',
  },
  overlay: 'Verwaltungsportal',
  close: 'Portal schließen',
  details: { title: 'Details', back: 'Zurück zur Liste', more: 'Weitere Aktionen' },
} as const
