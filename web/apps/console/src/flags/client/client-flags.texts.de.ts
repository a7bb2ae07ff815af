export const texts = {
  title: 'Client-Flags',
  purpose:
    'Globale Flags, die Ihr Produkt, das Portal und Apps beim Start lesen. Jedes Flag ist für alle Benutzer ein- oder ausgeschaltet. Änderungen gelten nach dem Neuladen.',
  readOnly: 'Ihre Rolle hat nur Lesezugriff.',
  list: 'Client-Flags',
  known: {
    'show-passkeys-new':
      'Passkeys bei der Anmeldung und im Portal anbieten. Wenn ausgeschaltet, melden sich Benutzer auf andere Weise an.',
    'multi-apps-admin-portal':
      'Administratoren können festlegen, welche Anwendungen ein Benutzer verwenden darf. Wenn ausgeschaltet, gelten bestehende Festlegungen weiter.',
    'fe-usage-page':
      'Seite „Nutzung“ im Portal anzeigen, sofern sie unter „Portal“ eingeschaltet ist und kein eigenes Flag hat.',
  },
  add: 'Client-Flag hinzufügen',
  actions: 'Aktionen für {{name}}',
  remove: 'Entfernen',
  on: '{{name}} eingeschaltet',
  off: '{{name}} ausgeschaltet',
  form: {
    name: 'Name',
    nameHelp:
      'Der Name, den Ihr Produkt abfragt, zum Beispiel new-dashboard. Nicht vorhandene Flags gelten als ausgeschaltet.',
    nameWrong: 'Verwenden Sie höchstens 100 Buchstaben, Ziffern und die Zeichen . _ -',
    nameTaken: 'Dieses Flag ist bereits vorhanden',
    on: 'Eingeschaltet',
  },
  added: '{{name}} hinzugefügt',
  removed: '{{name}} entfernt',
  gone: 'Ein anderer Administrator hat dieses Flag inzwischen entfernt',
  question: '{{name}} entfernen?',
  warning: 'Für alle Benutzer gilt das Flag als ausgeschaltet, sobald sie Ihr Produkt oder das Portal neu laden.',
  verb: '{{name}} entfernen',
} as const
