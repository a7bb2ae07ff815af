export const texts = {
  find: 'Suchen',
  loading: 'Wird geladen',
  none: 'Keine Optionen',
  noMatch: 'Keine Treffer',
  more: 'Geben Sie einen Teil des Namens ein, um weitere zu finden.',
} as const
