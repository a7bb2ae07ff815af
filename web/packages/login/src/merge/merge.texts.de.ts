export const texts = {
  checking: 'Anfrage wird geladen',
  title: 'Konten zusammenführen?',
  goes: '{{address}} wird mit {{other}} zusammengeführt.',
  stays: '{{other}} wird mit {{address}} zusammengeführt.',
  ends: 'Dieses Konto wird geschlossen und überall abgemeldet. Das lässt sich nicht rückgängig machen.',
  moves:
    'Mitgliedschaften, Rollen, Lizenzen, bestätigte Adressen und Nummern sowie verknüpfte Konten wie Google werden übertragen.',
  places: 'Sie bleiben Mitglied von {{names}} und werden dort mit der anderen Adresse angezeigt.',
  more_one: 'einem weiteren Konto',
  more_other: '{{count}} weiteren Konten',
  opens:
    'Danach melden Sie sich mit einer der beiden Adressen und mit Passwort, Passkeys und MFA von {{other}} an. Passwort, Passkeys und MFA dieses Kontos gelten nicht mehr.',
  otherEnds: 'Das andere Konto wird geschlossen. Das lässt sich nicht rückgängig machen.',
  comes:
    'Mitgliedschaften, Rollen, Lizenzen, bestätigte Adressen und Nummern sowie verknüpfte Konten wie Google werden auf Ihr Konto übertragen.',
  keeps: 'Passwort, Passkeys und MFA bleiben unverändert. Sie können sich auch mit der anderen Adresse anmelden.',
  both: 'Es wird nichts geändert, wenn nicht beide Adressen bis {{when}} zustimmen.',
  onlyIf: 'Führen Sie die Konten nur zusammen, wenn beide Ihnen gehören und Sie dies angefordert haben.',
  merge: 'Konten zusammenführen',
  refuse: 'Das war ich nicht',
  waiting: 'Zusammenführung bestätigt',
  waitingText: 'Es wird nichts geändert, bis auch die andere Adresse zustimmt. Sie können diese Seite schließen.',
  merged: 'Konten zusammengeführt',
  mergedText:
    'Melden Sie sich mit einer der beiden Adressen an. Einzelheiten finden Sie in der E-Mail an beide Adressen.',
  refused: 'Keine Änderungen vorgenommen',
  refusedText:
    'Die Anfrage ist abgeschlossen. Der Support weiß, dass Sie es nicht waren. Sie können diese Seite schließen.',
  stopped: 'Die Konten konnten nicht zusammengeführt werden',
  stoppedText: 'Eines der Konten wurde seit der Anfrage geändert. Wenden Sie sich an den Support.',
  over: 'Diese Anfrage ist abgeschlossen',
  overText: 'Sie wurde beantwortet oder zurückgezogen oder ist abgelaufen.',
} as const
