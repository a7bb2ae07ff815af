export const texts = {
  title: 'Team',
  purpose:
    'Verwalten Sie, wer diese Konsole mit welcher Rolle nutzen darf. Für alle Teammitglieder ist MFA erforderlich.',
  search: 'Team durchsuchen',
  columns: { name: 'Name', email: 'E-Mail-Adresse', role: 'Rolle', createdAt: 'Hinzugefügt' },
  you: 'Sie',
  roles: { owner: 'Inhaber', support: 'Support', finance: 'Finanzen', 'read-only': 'Nur Lesezugriff' },
  rolesHelp: {
    owner: 'Vollzugriff, einschließlich Teamverwaltung.',
    support: 'Kann alles einsehen sowie Mandanten, Benutzer und Lizenzen verwalten.',
    finance: 'Kann Mandanten, Benutzer und Audit-Protokolle einsehen sowie Tarife und Lizenzen verwalten.',
    'read-only': 'Kann alles einsehen und nichts ändern.',
  },
  empty: { title: 'Keine Teammitglieder gefunden', help: 'Fügen Sie einen Benutzer hinzu, der bereits ein Konto hat.' },
  actions: { role: 'Rolle ändern', remove: 'Entfernen' },
  add: {
    button: 'Teammitglied hinzufügen',
    title: 'Teammitglied hinzufügen',
    help: 'Der Benutzer benötigt ein Konto, dessen E-Mail-Adresse er selbst bestätigt hat, zum Beispiel über einen Link per E-Mail. Er erhält Zugriff, sobald er sich das nächste Mal mit MFA anmeldet.',
    submit: 'Teammitglied hinzufügen',
    done: '{{email}} zum Team hinzugefügt',
  },
  change: { title: 'Rolle von {{name}} ändern', submit: 'Rolle ändern', done: 'Rolle von {{name}} geändert' },
  form: { email: 'E-Mail-Adresse', emailWrong: 'Geben Sie eine E-Mail-Adresse ein', role: 'Rolle' },
  remove: {
    title: '{{name}} entfernen?',
    text: '{{name}} verliert sofort den Zugriff auf die Konsole. Das Benutzerkonto ist nicht betroffen.',
    verb: '{{name}} entfernen',
    done: '{{name}} aus dem Team entfernt',
  },
} as const
