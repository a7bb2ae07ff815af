export const texts = {
  by: 'Ein anderer Administrator hat hier inzwischen „{{value}}“ eingestellt. Speichern Sie erneut, um diesen Wert durch Ihren zu ersetzen.',
  other:
    'Ein anderer Administrator hat dies inzwischen geändert. Speichern Sie erneut, um die Änderung durch Ihre Version zu ersetzen.',
} as const
