export const texts = {
  by: 'Inzwischen wurde hier „{{value}}“ eingestellt. Speichern Sie erneut, um diesen Wert durch Ihren zu ersetzen.',
  other: 'Diese Angabe wurde inzwischen geändert. Speichern Sie erneut, um sie durch Ihre zu ersetzen.',
} as const
