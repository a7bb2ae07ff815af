export const texts = {
  failed: 'Single Sign-on fehlgeschlagen',
  denied:
    'Sie haben sich nicht angemeldet, oder Ihr Unternehmen hat den Zugriff verweigert. Wenden Sie sich an Ihren Administrator.',
  over: 'Diese Anmeldung ist abgelaufen. Melden Sie sich erneut an.',
  tested: 'Testanmeldung abgeschlossen',
  testedHelp: 'Schließen Sie diesen Tab, um das Ergebnis zu sehen.',
} as const
