export const texts = {
  find: 'Suchen',
  loading: 'Wird geladen',
  none: 'Nichts zur Auswahl',
  noMatch: 'Keine Treffer',
  more: 'Geben Sie einen Teil des Namens ein, um einen der übrigen zu finden.',
} as const
