export const texts = {
  skip: 'Zum Inhalt springen',
  navigation: { open: 'Navigation öffnen', close: 'Navigation schließen' },
  account: {
    menu: 'Konto von {{name}}',
    menuIn: 'Konto von {{name}}, {{organization}}',
    organizations: 'Organisationen',
    switchFailed: 'Sie sind weiterhin in {{name}}: {{reason}}',
    appearance: 'Darstellung',
    light: 'Hell',
    dark: 'Dunkel',
    auto: 'Wie im System',
    language: 'Sprache',
  },
  offline:
    'Sie sind offline. Die Daten sind von {{time}} oder früher. Fehlende Daten werden geladen, sobald Sie wieder verbunden sind.',
  impersonation: {
    label: 'Im Namen einer anderen Person',
    acts: 'Sie handeln als {{name}}',
    actsIn: 'Sie handeln als {{name}} von {{organization}}',
    until: 'Endet um {{time}}',
    end: 'Beenden',
  },
  leave: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen auf dieser Seite sind nicht gespeichert.',
    leave: 'Seite verlassen',
    stay: 'Auf der Seite bleiben',
  },
  ended: {
    title: 'Ihre Sitzung ist beendet',
    text: 'Ihre Änderungen auf dieser Seite sind nicht gespeichert. Melden Sie sich in einem neuen Tab wieder an und kommen Sie dann zurück: Hier bleibt alles stehen.',
    signIn: 'Wieder anmelden',
    leave: 'Ohne Speichern verlassen',
  },
  switched: {
    title: 'Sie haben in einem anderen Tab zu {{to}} gewechselt',
    text: 'Ihre Änderungen für {{from}} sind hier nicht gespeichert.',
    back: 'Zurück zu {{from}}',
    leave: 'Verwerfen und zu {{to}} wechseln',
    unnamed: 'einer anderen Organisation',
  },
} as const
