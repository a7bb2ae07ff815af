export const texts = {
  navigation: 'Portal',
  groups: {
    you: 'Persönlich',
    organization: 'Organisation',
    security: 'Sicherheit',
    developers: 'Entwickler',
    billing: 'Abrechnung',
  },
  account: {
    back: 'Zurück zu {{name}}',
    backToApp: 'Zurück zur App',
    logOut: 'Abmelden',
  },
  nothing: {
    title: 'Sie haben noch keinen Zugriff',
    help: 'Ihre Rolle umfasst keine Seite dieses Portals. Bitten Sie einen Administrator von {{name}} um Zugriff.',
  },
  field: {
    tooLong: 'Höchstens {{count}} Zeichen',
    refused: 'Dieser Wert ist nicht erlaubt',
    missing: 'Dieses Feld ist erforderlich',
    controls: 'Entfernen Sie die unsichtbaren Zeichen',
    links: 'Links und Webadressen sind nicht erlaubt',
    address: 'Geben Sie eine vollständige URL ein, zum Beispiel https://app.example.com',
    phoneWrong: 'Geben Sie eine Telefonnummer mit Ländervorwahl ein, zum Beispiel +49 30 1234567',
  },
  offline: 'Sie sind offline. Der Inhalt wird geladen, sobald Sie wieder verbunden sind.',
  toggle: {
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht',
    refused: '{{name}} wurde nicht geändert: {{reason}}',
  },
  overlay: 'Verwaltungsportal',
  close: 'Portal schließen',
  details: { title: 'Details', back: 'Zurück zur Liste', more: 'Weitere Aktionen' },
} as const
