export const texts = {
  title: 'In der App fortfahren',
  text: 'Ihr Browser fragt, ob er {{target}} öffnen darf.',
  submit: 'App öffnen',
  nowhere: 'Dieser Link ist ungültig',
  nowhereText: 'Versuchen Sie es in der App erneut.',
} as const
