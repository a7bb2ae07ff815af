export const texts = {
  title: '{{app}} möchte auf Ihr Profil zugreifen',
  lead: 'Sie sind als {{email}} angemeldet. Die App gehört einem anderen Unternehmen und fragt nach:',
  openid: 'Ihrer Benutzer-ID und Konto-ID',
  email: 'Ihrer E-Mail-Adresse',
  profile: 'Ihrem Namen und Ihrem Bild',
  site: 'Danach kehren Sie zu {{name}} zurück.',
  deviceTitle: 'Diese Angaben gehen an eine App auf diesem Gerät',
  device:
    'Sie gehen an das Programm, das unter {{name}} wartet. Erlauben Sie das nur, wenn Sie es gerade selbst gestartet haben.',
  app: 'Sie gehen an die App, die Adressen öffnet, die mit {{name}}: beginnen. Jede App kann das beanspruchen. Erlauben Sie das nur, wenn Sie sie gerade selbst gestartet haben.',
  allow: 'Erlauben',
  decline: 'Nicht erlauben',
} as const
