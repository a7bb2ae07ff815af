export const texts = {
  wrong: 'Geben Sie ein Datum zwischen den Jahren 2000 und 2999 ein',
  passed: 'Dieser Tag ist vorbei. So gespeichert endet es sofort.',
} as const
