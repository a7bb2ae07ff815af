export const texts = {
  failed: 'Die Anmeldung Ihres Unternehmens hat nicht geklappt',
  denied:
    'Sie haben sich dort nicht angemeldet, oder Ihr Unternehmen hat Sie nicht eingelassen. Versuchen Sie es noch einmal, oder fragen Sie Ihre Administration.',
  over: 'Diese Anmeldung ist vorbei. Melden Sie sich neu an.',
  tested: 'Die Testanmeldung ist beendet',
  testedHelp: 'Schließen Sie diesen Tab. Das Ergebnis steht im Fenster, in dem Sie begonnen haben.',
} as const
