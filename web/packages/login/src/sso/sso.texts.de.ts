export const texts = {
  failed: 'Single Sign-on ist fehlgeschlagen',
  denied:
    'Sie haben sich dort nicht angemeldet, oder Ihr Unternehmen hat den Zugriff verweigert. Versuchen Sie es noch einmal, oder wenden Sie sich an Ihre Administration.',
  over: 'Diese Anmeldung ist abgelaufen. Melden Sie sich neu an.',
  tested: 'Testanmeldung abgeschlossen',
  testedHelp: 'Schließen Sie diesen Tab. Das Ergebnis steht im Fenster, in dem Sie begonnen haben.',
} as const
