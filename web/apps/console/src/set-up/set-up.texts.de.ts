export const texts = {
  title: 'Installation einrichten',
  purpose:
    'Erstellen Sie das erste Inhaberkonto. Inhaber haben Zugriff auf alle Mandanten und können weitere Inhaber hinzufügen.',
  email: 'Geschäftliche E-Mail-Adresse',
  emailWrong: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@firma.de',
  name: 'Vor- und Nachname',
  company: 'Unternehmen',
  missing: 'Dieses Feld ist erforderlich',
  password: 'Passwort',
  submit: 'Inhaberkonto erstellen',
  over: 'Dieser Link ist abgelaufen',
  overHelp:
    'Der Link gilt einen Tag oder bis ein Inhaber vorhanden ist. Solange es keinen gibt, zeigt der Server beim Start einen neuen Link an.',
  done: 'Inhaberkonto erstellt',
  doneHelp:
    'Die Konsole verlangt MFA. Melden Sie sich an, richten Sie MFA für Ihr Konto ein und öffnen Sie die Konsole.',
  toFactor: 'Anmelden und MFA einrichten',
  toConsole: 'Konsole öffnen',
} as const
