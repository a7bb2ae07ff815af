export const texts = {
  title: 'Gelöscht',
  search: 'Gelöschte Mandanten suchen',
  columns: { name: 'Name', deletedAt: 'Gelöscht', deletedBy: 'Gelöscht von', eraseAt: 'Endgültige Löschung' },
  by: { vendor: 'Backend', machine: 'Dienst', tenant_token: 'API-Token', other: 'Sonstige' },
  below_one: 'und 1 untergeordneter Mandant',
  below_other: 'und {{count}} untergeordnete Mandanten',
  beingErased: 'Wird endgültig gelöscht',
  export: 'Daten exportieren',
  empty: {
    title: 'Keine gelöschten Mandanten',
    help: 'Gelöschte Mandanten werden hier aufgeführt, bis sie endgültig gelöscht sind. Bis dahin können Sie sie wiederherstellen.',
  },
  restore: {
    action: 'Wiederherstellen',
    done: '{{name}} wiederhergestellt',
    doneWithoutAlias: '{{name}} ohne den Alias {{alias}} wiederhergestellt, den jetzt ein anderer Mandant verwendet',
    refused: '{{name}} konnte nicht wiederhergestellt werden: {{reason}}',
  },
  erase: {
    action: 'Endgültig löschen',
    title: '{{name}} endgültig löschen?',
    text: 'Alle Daten von {{name}} werden gelöscht. Das lässt sich nicht rückgängig machen. Exportieren Sie die Daten vorher, falls Sie sie noch benötigen.',
    textWithBelow_one:
      'Alle Daten von {{name}} und dem untergeordneten Mandanten werden gelöscht. Das lässt sich nicht rückgängig machen. Exportieren Sie vorher die Daten beider Mandanten, falls Sie sie noch benötigen.',
    textWithBelow_other:
      'Alle Daten von {{name}} und den {{count}} untergeordneten Mandanten werden gelöscht. Das lässt sich nicht rückgängig machen. Exportieren Sie vorher die Daten jedes Mandanten, falls Sie sie noch benötigen.',
    verb: '{{name}} endgültig löschen',
    done: '{{name}} wird endgültig gelöscht',
  },
  outlook: {
    loading: 'Auswirkungen werden geprüft…',
    now: 'Alle Benutzer von {{name}} werden abgemeldet und verlieren sofort den Zugriff.',
    nowWithBelow_one:
      'Alle Benutzer von {{name}} und dem untergeordneten Mandanten werden abgemeldet und verlieren sofort den Zugriff.',
    nowWithBelow_other:
      'Alle Benutzer von {{name}} und den {{count}} untergeordneten Mandanten werden abgemeldet und verlieren sofort den Zugriff.',
    until: 'Sie können den Mandanten bis {{day}} wiederherstellen. Danach werden alle Daten endgültig gelöscht.',
    atOnce: 'Alle Daten werden sofort gelöscht. Das lässt sich nicht rückgängig machen.',
    unknown: 'Es konnte nicht geladen werden, bis wann Sie den Mandanten wiederherstellen können.',
    licenses:
      'Die Lizenzen werden widerrufen, und die Abonnements enden. Beim Wiederherstellen des Mandanten werden sie nicht wiederhergestellt.',
  },
} as const
