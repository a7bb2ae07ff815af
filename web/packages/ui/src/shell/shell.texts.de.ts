export const texts = {
  skip: 'Zum Inhalt springen',
  navigation: { open: 'Navigation öffnen', close: 'Navigation schließen' },
  account: {
    menu: 'Konto von {{name}}',
    menuIn: 'Konto von {{name}}, {{organization}}',
    organizations: 'Organisationen',
    switchFailed: 'Die Organisation konnte nicht gewechselt werden. Sie sind weiterhin in {{name}}: {{reason}}',
    appearance: 'Darstellung',
    light: 'Hell',
    dark: 'Dunkel',
    auto: 'Systemeinstellung',
    language: 'Sprache',
  },
  offline:
    'Sie sind offline. Diese Seite zeigt Daten von {{time}} Uhr oder früher. Fehlende Daten werden geladen, sobald Sie wieder verbunden sind.',
  impersonation: {
    label: 'Supportzugriff',
    acts: 'Supportzugriff als {{name}}',
    actsIn: 'Supportzugriff als {{name}} von {{organization}}',
    until: 'Endet um {{time}} Uhr',
    end: 'Beenden',
  },
  leave: {
    title: 'Seite ohne Speichern verlassen?',
    text: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
    leave: 'Seite verlassen',
    stay: 'Auf der Seite bleiben',
  },
  ended: {
    title: 'Ihre Sitzung ist beendet',
    text: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert. Melden Sie sich in einem neuen Tab wieder an und kehren Sie dann hierher zurück. Ihre Änderungen bleiben erhalten.',
    signIn: 'Erneut anmelden',
    leave: 'Ohne Speichern verlassen',
  },
  switched: {
    title: 'Sie haben in einem anderen Tab zu {{to}} gewechselt',
    text: 'Ihre Änderungen für {{from}} sind noch nicht gespeichert.',
    back: 'Zurück zu {{from}}',
    leave: 'Verwerfen und zu {{to}} wechseln',
    unnamed: 'einer anderen Organisation',
  },
} as const
