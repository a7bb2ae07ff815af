export const texts = {
  title: 'Für jeden Client',
  purpose:
    'Wonach Ihr Produkt, das Portal und Apps diesen Server fragen, wenn sie starten. Jeder ist für alle an oder aus; eine Änderung sehen sie, wenn sie neu geladen werden.',
  readOnly: 'Ihre Rolle erlaubt, das zu lesen, aber nicht, es zu ändern.',
  list: 'Schalter für Clients',
  known: {
    'show-passkeys-new': 'Passkeys werden bei der Anmeldung und im Portal angeboten. Aus: man meldet sich anders an.',
    'multi-apps-admin-portal':
      'Administratoren sagen, welche Anwendungen jemand benutzen darf. Aus: was sie gesagt haben, gilt weiter.',
    'fe-usage-page': 'Das Portal hat seine Seite „Nutzung“, wo „Portal“ sie zeigt und keinen eigenen Schalter nennt.',
  },
  add: 'Schalter für Clients hinzufügen',
  actions: 'Aktionen für {{name}}',
  remove: 'Entfernen',
  on: '{{name}} ist an',
  off: '{{name}} ist aus',
  form: {
    name: 'Name',
    nameHelp: 'Wonach Ihr Produkt fragt, etwa new-dashboard. Wonach gefragt wird und was hier fehlt, zählt als aus.',
    nameWrong: 'Benutzen Sie Buchstaben, Ziffern und . _ -, zusammen höchstens 100',
    nameTaken: 'Diesen Schalter gibt es schon',
    on: 'Er ist an',
  },
  added: '{{name}} ist hinzugefügt',
  removed: '{{name}} ist entfernt',
  gone: 'Jemand hat diesen Schalter inzwischen entfernt',
  question: '{{name}} entfernen?',
  warning: 'Er zählt als aus für alle, die Ihr Produkt oder das Portal neu laden.',
  verb: '{{name}} entfernen',
} as const
