export const texts = {
  export: 'Daten exportieren',
  exported: 'Die Daten von {{name}} wurden heruntergeladen',
  exportRefused: 'Die Daten von {{name}} konnten nicht exportiert werden: {{reason}}',
  erase: 'Benutzerdaten löschen',
  erasing: 'Wird endgültig gelöscht',
  title: 'Benutzerdaten von {{name}} endgültig löschen?',
  final:
    'Das lässt sich nicht rückgängig machen. Exportieren Sie die Daten vorher, falls {{name}} sie angefordert hat.',
  goes: 'Wird endgültig gelöscht',
  goesText:
    'Das Konto mit Anmeldedaten, Sitzungen, Mitgliedschaften, Plätzen, E-Mails und SMS. {{name}} wird sofort abgemeldet, und die E-Mail-Adresse kann erneut verwendet werden.',
  stays: 'Bleibt erhalten',
  staysText:
    'Das Audit-Protokoll, in dem {{name}} durch ein Pseudonym ersetzt wird, und Rechnungen, die zum Mandanten gehören. Daten in Backups und in Ihren eigenen Systemen müssen Sie gesondert löschen.',
  address: 'Geben Sie zur Bestätigung {{email}} ein',
  addressWrong: 'Die E-Mail-Adresse stimmt nicht überein',
  reason: 'Grund',
  reasonHelp: 'Wird im Audit-Protokoll gespeichert, ohne personenbezogene Daten des Benutzers.',
  reasonShort: 'Geben Sie einen kurzen Grund ein',
  verb: 'Endgültig löschen',
  begun:
    'Löschung gestartet. Dieser Benutzer heißt jetzt {{pseudonym}}. Alle verbleibenden Daten werden innerhalb weniger Minuten gelöscht.',
  nothingLeft:
    'Dieser Benutzer kann sich nicht mehr anmelden und gehört zu keinem Mandanten. Die verbleibenden Daten werden gelöscht. Dieser Eintrag verschwindet innerhalb weniger Minuten.',
  list: {
    open: 'Löschungen',
    title: 'Endgültig gelöschte Benutzer',
    purpose: 'Aufgeführt unter ihrem Pseudonym. Die ursprüngliche Identität wird nicht gespeichert.',
    none: 'Noch keine endgültig gelöschten Benutzer',
    asked: 'Angefordert von {{who}} {{when}}',
    done: 'Endgültig gelöscht',
    entries_one: '1 Eintrag im Audit-Protokoll geändert',
    entries_other: '{{count}} Einträge im Audit-Protokoll geändert',
    more: 'Die neuesten {{count}} werden angezeigt.',
    close: 'Schließen',
    failed: 'Die Liste konnte nicht geladen werden: {{reason}}',
  },
} as const
