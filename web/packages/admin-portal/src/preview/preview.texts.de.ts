export const texts = {
  label: 'Informationen zu dieser Vorschau',
  notice: 'Dies ist eine Vorschau mit Beispieldaten. Ihre Änderungen gehen verloren, wenn Sie die Seite neu laden.',
} as const
