export const texts = {
  wrong: 'Geben Sie ein ganzes Datum ein, vom Jahr 2000 bis 2999',
  passed: 'Dieser Tag ist vorbei. So gespeichert endet es sofort.',
} as const
