export const texts = {
  wrong: 'Geben Sie ein Datum in den Jahren 2000 bis 2999 ein',
  passed: 'Dieses Datum liegt in der Vergangenheit. Wenn Sie speichern, endet der Zugriff sofort.',
} as const
