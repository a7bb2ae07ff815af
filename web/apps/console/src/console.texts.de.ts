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
    title: 'Multi-Faktor-Authentifizierung erforderlich',
    help: 'Über die Konsole haben Sie Zugriff auf alle Mandanten. Bestätigen Sie Ihre Identität per MFA, um fortzufahren.',
    go: 'Weiter',
  },
  refused: 'Mit Ihrer Rolle haben Sie keinen Zugriff. Bitten Sie einen Inhaber, Ihre Rolle zu ändern.',
  notStaff: {
    title: 'Sie haben keinen Zugriff auf die Konsole',
    help: 'Die Konsole ist nur für das Team bestimmt. Bitten Sie einen Inhaber, Sie hinzuzufügen.',
    other: 'Mit einem anderen Konto anmelden',
  },
} as const
