export const texts = {
  title: 'Client-Flags',
  purpose:
    'Globale Flags, die Ihr Produkt, das Portal und Apps beim Start lesen. Jedes Flag ist für alle Benutzer ein oder aus; Änderungen gelten nach dem Neuladen.',
  readOnly: 'Ihre Rolle hat nur Lesezugriff.',
  list: 'Client-Flags',
  known: {
    'show-passkeys-new':
      'Passkeys bei der Anmeldung und im Portal anbieten. Aus: Benutzer melden sich auf andere Weise an.',
    'multi-apps-admin-portal':
      'Administratoren festlegen lassen, welche Anwendungen ein Benutzer verwenden darf. Aus: Bestehende Festlegungen gelten weiter.',
    'fe-usage-page':
      'Seite „Nutzung“ im Portal anzeigen, sofern sie unter „Portal“ eingeschaltet ist und kein eigenes Flag hat.',
  },
  add: 'Client-Flag hinzufügen',
  actions: 'Aktionen für {{name}}',
  remove: 'Entfernen',
  on: '{{name}} ist ein',
  off: '{{name}} ist aus',
  form: {
    name: 'Name',
    nameHelp: 'Der Name, den Ihr Produkt abfragt, zum Beispiel new-dashboard. Nicht vorhandene Flags gelten als aus.',
    nameWrong: 'Verwenden Sie höchstens 100 Buchstaben, Ziffern und die Zeichen . _ -',
    nameTaken: 'Dieses Flag gibt es bereits',
    on: 'Ein',
  },
  added: '{{name}} hinzugefügt',
  removed: '{{name}} entfernt',
  gone: 'Dieses Flag wurde inzwischen entfernt',
  question: '{{name}} entfernen?',
  warning: 'Es gilt für alle Benutzer als aus, sobald sie Ihr Produkt oder das Portal neu laden.',
  verb: '{{name}} entfernen',
} as const
