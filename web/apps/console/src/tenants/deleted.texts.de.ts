export const texts = {
  title: 'Gelöscht',
  search: 'Gelöschte Mandanten suchen',
  columns: { name: 'Name', deletedAt: 'Gelöscht', deletedBy: 'Durch', eraseAt: 'Endgültige Löschung' },
  by: { vendor: 'Ein Backend', machine: 'Eine Maschine', tenant_token: 'Ein API-Token', other: 'Jemand anderes' },
  below_one: 'und ein Mandant darunter',
  below_other: 'und {{count}} Mandanten darunter',
  beingErased: 'Wird endgültig gelöscht',
  export: 'Daten exportieren',
  empty: {
    title: 'Keine gelöschten Mandanten',
    help: 'Ein gelöschter Mandant wartet hier eine Zeit lang. Bis er endgültig gelöscht ist, können Sie ihn wiederherstellen.',
  },
  restore: {
    action: 'Wiederherstellen',
    done: '{{name}} ist wiederhergestellt',
    doneWithoutAlias:
      '{{name}} ist wiederhergestellt, aber ohne das Kürzel {{alias}}, das jetzt ein anderer Mandant hat',
    refused: '{{name}} wurde nicht wiederhergestellt: {{reason}}',
  },
  erase: {
    action: 'Jetzt endgültig löschen',
    title: '{{name}} endgültig löschen?',
    text: 'Alles, was {{name}} hatte, wird jetzt endgültig gelöscht. Niemand kann es zurückholen. Exportieren Sie es vorher, falls es noch gebraucht wird.',
    textWithBelow_one:
      'Alles, was {{name}} und der Mandant darunter hatten, wird jetzt endgültig gelöscht. Niemand kann es zurückholen. Exportieren Sie beide vorher, falls es noch gebraucht wird.',
    textWithBelow_other:
      'Alles, was {{name}} und die {{count}} Mandanten darunter hatten, wird jetzt endgültig gelöscht. Niemand kann es zurückholen. Exportieren Sie alle vorher, falls es noch gebraucht wird.',
    verb: '{{name}} endgültig löschen',
    done: '{{name}} wird endgültig gelöscht',
  },
  outlook: {
    loading: 'Es wird nachgesehen, was geschehen würde',
    now: 'Alle in {{name}} werden sofort abgemeldet, und nichts öffnet dort mehr etwas.',
    nowWithBelow_one:
      'Alle in {{name}} und im Mandanten darunter werden sofort abgemeldet, und nichts öffnet dort mehr etwas.',
    nowWithBelow_other:
      'Alle in {{name}} und in den {{count}} Mandanten darunter werden sofort abgemeldet, und nichts öffnet dort mehr etwas.',
    until: 'Bis zum {{day}} können Sie ihn wiederherstellen. Dann wird alles, was er hatte, endgültig gelöscht.',
    atOnce: 'Alles, was er hatte, wird sofort endgültig gelöscht. Niemand kann es zurückholen.',
    unknown: 'Bis wann Sie ihn wiederherstellen können, ließ sich nicht feststellen.',
    licenses:
      'Seine Lizenzen werden widerrufen, seine Abonnements enden; das Wiederherstellen bringt sie nicht zurück.',
  },
} as const
