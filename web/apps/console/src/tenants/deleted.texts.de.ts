export const texts = {
  title: 'Gelöscht',
  search: 'Gelöschte Mandanten suchen',
  columns: { name: 'Name', deletedAt: 'Gelöscht', deletedBy: 'Gelöscht von', eraseAt: 'Endgültige Löschung' },
  by: { vendor: 'Backend', machine: 'Maschine', tenant_token: 'API-Token', other: 'Andere' },
  below_one: 'und 1 untergeordneter Mandant',
  below_other: 'und {{count}} untergeordnete Mandanten',
  beingErased: 'Wird gelöscht',
  export: 'Daten exportieren',
  empty: {
    title: 'Keine gelöschten Mandanten',
    help: 'Gelöschte Mandanten bleiben hier, bis sie endgültig gelöscht werden. Bis dahin können Sie sie wiederherstellen.',
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
      'Alle Daten von {{name}} und des untergeordneten Mandanten werden gelöscht. Das lässt sich nicht rückgängig machen. Exportieren Sie die Daten beider vorher, falls Sie sie noch benötigen.',
    textWithBelow_other:
      'Alle Daten von {{name}} und der {{count}} untergeordneten Mandanten werden gelöscht. Das lässt sich nicht rückgängig machen. Exportieren Sie die Daten jedes Mandanten vorher, falls Sie sie noch benötigen.',
    verb: '{{name}} endgültig löschen',
    done: '{{name}} wird endgültig gelöscht',
  },
  outlook: {
    loading: 'Auswirkungen werden geprüft…',
    now: 'Alle Benutzer von {{name}} werden sofort abgemeldet und verlieren den Zugriff.',
    nowWithBelow_one:
      'Alle Benutzer von {{name}} und des untergeordneten Mandanten werden sofort abgemeldet und verlieren den Zugriff.',
    nowWithBelow_other:
      'Alle Benutzer von {{name}} und der {{count}} untergeordneten Mandanten werden sofort abgemeldet und verlieren den Zugriff.',
    until: 'Sie können ihn bis {{day}} wiederherstellen. Danach werden alle Daten endgültig gelöscht.',
    atOnce: 'Alle Daten werden sofort gelöscht. Das lässt sich nicht rückgängig machen.',
    unknown: 'Bis wann Sie ihn wiederherstellen können, konnte nicht geladen werden.',
    licenses:
      'Seine Lizenzen werden widerrufen, und seine Abonnements enden. Eine Wiederherstellung des Mandanten stellt sie nicht wieder her.',
  },
} as const
