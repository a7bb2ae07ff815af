export const texts = { asTable: 'Als Tabelle zeigen' }
