export const texts = {
  title: 'Inhaber dieser Installation werden',
  purpose: 'Noch ist es niemand. Sie erreichen dann alle Kunden und können andere aus Ihrem Unternehmen dazunehmen.',
  email: 'Geschäftliche E-Mail-Adresse',
  emailWrong: 'Geben Sie eine E-Mail-Adresse ein, etwa name@firma.de',
  name: 'Vollständiger Name',
  company: 'Unternehmen',
  missing: 'Das wird gebraucht',
  password: 'Passwort',
  submit: 'Inhaber werden',
  over: 'Dieser Link gilt nicht mehr',
  overHelp:
    'Er gilt einen Tag, und bis es einen Inhaber gibt. Solange es keinen gibt, schreibt der Server bei jedem Start einen neuen.',
  done: 'Diese Installation gehört Ihnen',
  doneHelp:
    'Die Konsole verlangt einen zweiten Faktor. Melden Sie sich an, fügen Sie Ihrem Konto einen hinzu und öffnen Sie die Konsole.',
  toFactor: 'Anmelden und zweiten Faktor hinzufügen',
  toConsole: 'Konsole öffnen',
} as const
