export const texts = {
  title: 'In fremdem Namen handeln',
  text: 'Höchstens eine Stunde lang. Alles, was Sie tun, wird mit Ihrem Namen festgehalten.',
  submit: 'Beginnen',
  over: 'Diese Anfrage ist abgelaufen',
  overText: 'Anfragen gelten einmal und zwei Minuten lang. Stellen Sie eine neue.',
  success: 'Sie handeln in fremdem Namen',
} as const
