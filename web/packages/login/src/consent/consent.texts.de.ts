export const texts = {
  title: '{{app}} möchte wissen, wer Sie sind',
  lead: 'Sie sind als {{email}} angemeldet. Die App gehört einem anderen Unternehmen und würde erfahren:',
  openid: 'Welche Person und welches Konto Sie hier sind',
  email: 'Ihre E-Mail-Adresse',
  profile: 'Ihren Namen und Ihr Bild',
  allow: 'Erlauben',
  decline: 'Nicht erlauben',
} as const
