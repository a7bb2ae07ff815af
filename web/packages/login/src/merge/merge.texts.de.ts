export const texts = {
  checking: 'Die Anfrage wird geladen',
  title: 'Aus zwei Konten eins machen?',
  goes: '{{address}} würde im Konto {{other}} aufgehen.',
  stays: 'Das Konto {{other}} würde in {{address}} aufgehen.',
  ends: 'Dieses Konto endet und wird überall abgemeldet. Das lässt sich nicht rückgängig machen.',
  moves:
    'Mitgliedschaften, Rollen, Lizenzen, bestätigte Adressen und Nummern sowie verknüpfte Konten wie Google ziehen um.',
  places: 'Sie bleiben Mitglied von {{names}}. Dort werden Sie mit der anderen Adresse angezeigt.',
  more_one: 'einem weiteren Konto',
  more_other: '{{count}} weiteren Konten',
  opens:
    'Danach melden Sie sich mit einer der beiden Adressen an, und mit Passwort, Passkeys und zweitem Faktor von {{other}}. Die dieses Kontos öffnen nichts mehr.',
  otherEnds: 'Das andere Konto endet. Das lässt sich nicht rückgängig machen.',
  comes:
    'Was es hat, kommt zu Ihnen: Mitgliedschaften, Rollen, Lizenzen, bestätigte Adressen und Nummern sowie verknüpfte Konten wie Google.',
  keeps:
    'Ihr Passwort, Ihre Passkeys und Ihr zweiter Faktor bleiben, wie sie sind. Sie können sich auch mit der anderen Adresse anmelden.',
  both: 'Nichts geschieht, wenn nicht beide Postfächer bis {{when}} zustimmen.',
  onlyIf: 'Führen Sie nur zusammen, wenn beide Konten Ihnen gehören und Sie darum gebeten haben.',
  merge: 'Zusammenführen',
  refuse: 'Das war ich nicht',
  waiting: 'Sie haben zugestimmt',
  waitingText: 'Nichts geschieht, bis auch das andere Postfach zugestimmt hat. Sie können diese Seite schließen.',
  merged: 'Ihre zwei Konten sind eins',
  mergedText: 'Melden Sie sich mit einer der beiden Adressen an. Eine E-Mail an beide sagt, womit.',
  refused: 'Nichts wurde geändert',
  refusedText:
    'Die Anfrage ist vorbei, und der Support weiß, dass Sie es nicht waren. Sie können diese Seite schließen.',
  stopped: 'Es ging nicht',
  stoppedText:
    'Eines der Konten hat sich seit der Anfrage geändert. Beide sind, wie sie waren. Fragen Sie den Support.',
  over: 'Diese Anfrage ist vorbei',
  overText: 'Sie wurde beantwortet oder zurückgezogen, oder ihre Zeit ist abgelaufen.',
} as const
