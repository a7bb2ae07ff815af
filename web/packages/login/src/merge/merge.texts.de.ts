export const texts = {
  checking: 'Die Anfrage wird geladen',
  title: 'Konten zusammenführen?',
  goes: '{{address}} wird mit {{other}} zusammengeführt.',
  stays: '{{other}} wird mit {{address}} zusammengeführt.',
  ends: 'Dieses Konto wird geschlossen und überall abgemeldet. Das lässt sich nicht rückgängig machen.',
  moves:
    'Mitgliedschaften, Rollen, Lizenzen, bestätigte Adressen und Nummern sowie verknüpfte Konten wie Google ziehen um.',
  places: 'Sie bleiben Mitglied von {{names}}. Dort werden Sie mit der anderen Adresse angezeigt.',
  more_one: 'einem weiteren Konto',
  more_other: '{{count}} weiteren Konten',
  opens:
    'Danach melden Sie sich mit einer der beiden Adressen an, und mit Passwort, Passkeys und MFA von {{other}}. Die dieses Kontos gelten nicht mehr.',
  otherEnds: 'Das andere Konto wird geschlossen. Das lässt sich nicht rückgängig machen.',
  comes:
    'Seine Mitgliedschaften, Rollen, Lizenzen, bestätigten Adressen und Nummern sowie verknüpften Konten wie Google gehen auf Sie über.',
  keeps: 'Passwort, Passkeys und MFA bleiben unverändert. Sie können sich auch mit der anderen Adresse anmelden.',
  both: 'Nichts geschieht, wenn nicht beide Postfächer bis {{when}} zustimmen.',
  onlyIf: 'Führen Sie nur zusammen, wenn beide Konten Ihnen gehören und Sie darum gebeten haben.',
  merge: 'Konten zusammenführen',
  refuse: 'Das war ich nicht',
  waiting: 'Sie haben zugestimmt',
  waitingText: 'Nichts geschieht, bis auch das andere Postfach zugestimmt hat. Sie können diese Seite schließen.',
  merged: 'Konten zusammengeführt',
  mergedText: 'Melden Sie sich mit einer der beiden Adressen an. Eine E-Mail an beide sagt, womit.',
  refused: 'Nichts wurde geändert',
  refusedText:
    'Die Anfrage ist abgeschlossen, und der Support weiß, dass Sie es nicht waren. Sie können diese Seite schließen.',
  stopped: 'Die Konten konnten nicht zusammengeführt werden',
  stoppedText:
    'Eines der Konten hat sich seit der Anfrage geändert. Keines wurde geändert. Wenden Sie sich an den Support.',
  over: 'Diese Anfrage ist abgeschlossen',
  overText: 'Sie wurde beantwortet oder zurückgezogen, oder ihre Zeit ist abgelaufen.',
} as const
