export const texts = {
  export: 'Daten exportieren',
  exported: 'Die Daten von {{name}} befinden sich in der heruntergeladenen Datei',
  exportRefused: 'Die Daten von {{name}} konnten nicht exportiert werden: {{reason}}',
  erase: 'Benutzerdaten löschen…',
  erasing: 'Wird gelöscht',
  title: 'Benutzerdaten von {{name}} löschen?',
  final:
    'Das lässt sich nicht rückgängig machen. Exportieren Sie die Daten vorher, falls {{name}} sie angefordert hat.',
  goes: 'Gelöscht wird',
  goesText:
    'Das Konto mit Anmeldedaten, Sitzungen, Mitgliedschaften, Plätzen, E-Mails und SMS. {{name}} wird sofort abgemeldet, und die E-Mail-Adresse kann wieder verwendet werden.',
  stays: 'Erhalten bleibt',
  staysText:
    'Das Prüfprotokoll, in dem {{name}} durch ein Pseudonym ersetzt wird, und Rechnungen, die zum Mandanten gehören. Daten in Sicherungen und in Ihren eigenen Systemen müssen Sie gesondert löschen.',
  address: '{{email}} zur Bestätigung eingeben',
  addressWrong: 'Die E-Mail-Adresse stimmt nicht überein',
  reason: 'Grund',
  reasonHelp: 'Wird im Prüfprotokoll gespeichert, ohne personenbezogene Daten des Benutzers.',
  reasonShort: 'Geben Sie einen kurzen Grund ein',
  verb: 'Endgültig löschen',
  begun:
    'Löschung gestartet. Dieser Benutzer heißt jetzt {{pseudonym}}; alle Spuren werden innerhalb weniger Minuten entfernt.',
  nothingLeft:
    'Dieser Benutzer kann sich nicht mehr anmelden und gehört zu keinem Mandanten. Verbleibende Spuren werden entfernt; dieser Eintrag verschwindet in wenigen Minuten.',
  list: {
    open: 'Löschungen',
    title: 'Gelöschte Benutzer',
    purpose: 'Aufgeführt unter ihrem Pseudonym. Die ursprüngliche Identität wird nicht gespeichert.',
    none: 'Noch keine Benutzer gelöscht',
    asked: 'Veranlasst von {{who}} {{when}}',
    done: 'Gelöscht',
    entries_one: '1 Eintrag im Prüfprotokoll geändert',
    entries_other: '{{count}} Einträge im Prüfprotokoll geändert',
    more: 'Die neuesten {{count}} werden angezeigt.',
    close: 'Schließen',
    failed: 'Die Liste konnte nicht geladen werden: {{reason}}',
  },
} as const
