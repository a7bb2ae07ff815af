export const texts = {
  title: 'Weiter in der App',
  text: 'Ihr Browser fragt, ob er {{target}} öffnen darf.',
  submit: 'App öffnen',
  nowhere: 'Dieser Link ist nicht gültig',
  nowhereText: 'Beginnen Sie noch einmal in der App.',
} as const
