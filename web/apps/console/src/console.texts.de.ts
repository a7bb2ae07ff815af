export const texts = {
  navigation: 'Konsole',
  groups: {
    customers: 'Kunden',
    access: 'Zugriff',
    catalog: 'Katalog',
    signIn: 'Anmeldung und Branding',
    integrations: 'Integrationen',
    operations: 'Betrieb',
  },
  menu: { ownAccount: 'Mein Konto', logOut: 'Abmelden' },
  stepUp: {
    title: 'Zeigen Sie Ihren zweiten Faktor',
    help: 'Die Konsole reicht zu allen Kunden. Deshalb öffnet sie sich nur für Personen, die sich mit zwei Faktoren angemeldet haben.',
    go: 'Weiter',
  },
  refused: 'Ihre Rolle öffnet das nicht. Wer Inhaber ist, kann Ihnen eine andere geben.',
  notStaff: {
    title: 'Hier sind Sie nicht richtig',
    help: 'Die Konsole ist für die Personen, die diesen Dienst betreiben. Wer Inhaber ist, kann Sie dazunehmen.',
    other: 'Als jemand anderes anmelden',
  },
} as const
