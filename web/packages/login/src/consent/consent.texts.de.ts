export const texts = {
  title: '{{app}} möchte auf Ihr Profil zugreifen',
  lead: 'Sie sind als {{email}} angemeldet. Diese App eines anderen Unternehmens möchte Folgendes sehen:',
  openid: 'Ihre Benutzer-ID und Konto-ID',
  email: 'Ihre E-Mail-Adresse',
  profile: 'Ihren Namen und Ihr Bild',
  site: 'Danach kehren Sie zu {{name}} zurück.',
  deviceTitle: 'Diese Daten werden an eine App auf diesem Gerät gesendet',
  device:
    'Die Daten werden an das Programm unter {{name}} gesendet. Erlauben Sie das nur, wenn Sie das Programm gerade selbst gestartet haben.',
  app: 'Die Daten werden an die App gesendet, die Adressen öffnet, die mit {{name}}: beginnen. Jede App kann sich dafür registrieren. Erlauben Sie das nur, wenn Sie die App gerade selbst gestartet haben.',
  allow: 'Erlauben',
  decline: 'Nicht erlauben',
} as const
