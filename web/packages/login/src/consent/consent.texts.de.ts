export const texts = {
  title: '{{app}} möchte wissen, wer Sie sind',
  lead: 'Sie sind als {{email}} angemeldet. Die App gehört einem anderen Unternehmen und würde erfahren:',
  openid: 'Welche Person und welches Konto Sie hier sind',
  email: 'Ihre E-Mail-Adresse',
  profile: 'Ihren Namen und Ihr Bild',
  site: 'Danach kehren Sie zu {{name}} zurück.',
  deviceTitle: 'Es geht an eine App auf diesem Gerät',
  device:
    'Sie geht an das Programm, das unter {{name}} wartet. Erlauben Sie das nur, wenn Sie es gerade selbst gestartet haben.',
  app: 'Sie geht an die App, die Adressen öffnet, die mit {{name}}: beginnen. Jede App kann das beanspruchen. Erlauben Sie das nur, wenn Sie sie gerade selbst gestartet haben.',
  allow: 'Erlauben',
  decline: 'Nicht erlauben',
} as const
