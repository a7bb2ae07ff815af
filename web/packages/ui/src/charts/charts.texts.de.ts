export const texts = { asTable: 'Als Tabelle anzeigen' }
