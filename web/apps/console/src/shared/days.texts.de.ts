export const texts = {
  wrong: 'Geben Sie ein Datum zwischen den Jahren 2000 und 2999 ein',
  passed: 'Dieses Datum liegt in der Vergangenheit. Wenn Sie speichern, endet die Gültigkeit sofort.',
} as const
