export const texts = {
  title: 'Erweitert',
  list: 'Einträge',
  purpose:
    'Bearbeiten Sie Einstellungen, die das Portal, die Anmeldeseiten und Ihr Produkt als JSON lesen. Änderungen gelten nach dem Neuladen.',
  readOnly: 'Ihre Rolle hat nur Lesezugriff.',
  known: {
    adminBox: 'Design, Texte, Formularfelder und Seiten des Portals.',
    audits: 'Spalten des Audit-Protokolls.',
    saml: 'SAML-Metadaten, die Identitätsanbieter erhalten.',
    notifications: 'Benachrichtigungen im Portal.',
  },
  other: 'Wird von Ihrem Produkt gelesen.',
  add: 'Eintrag hinzufügen',
  actions: 'Aktionen für {{name}}',
  edit: 'Bearbeiten',
  remove: 'Entfernen',
  form: {
    title: '{{name}} bearbeiten',
    name: 'Name',
    nameHelp: 'Der Name, den Ihr Produkt abfragt.',
    nameWrong: 'Verwenden Sie höchstens 100 Buchstaben, Ziffern und die Zeichen _ -',
    nameTaken: 'Dieser Eintrag ist bereits vorhanden',
    entry: 'Eintrag (JSON)',
    entryHelp:
      'Ein Objekt mit configuration (Objekt) und properties (Liste von Spalten). Werte, die Sie entfernen, werden gelöscht.',
    shape: 'Verwenden Sie nur configuration (Objekt) und properties (Liste von Objekten)',
    overtaken:
      'Ein anderer Administrator hat {{place}} inzwischen geändert. Speichern Sie erneut, um dessen Änderung zu ersetzen.',
    gone: 'Ein anderer Administrator hat diesen Eintrag inzwischen entfernt',
    submit: 'Änderungen speichern',
  },
  saved: '{{name}} gespeichert',
  removed: '{{name}} entfernt',
  question: '{{name}} entfernen?',
  warning: 'Die Einstellungen dieses Eintrags gehen verloren. Gatehouse verwendet wieder die Voreinstellungen.',
  verb: '{{name}} entfernen',
} as const
