export const texts = {
  label: 'Über diese Vorschau',
  notice: 'Das ist eine Vorschau mit Beispieldaten. Was Sie hier ändern, ist weg, wenn Sie die Seite neu laden.',
} as const
