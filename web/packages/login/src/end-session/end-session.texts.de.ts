export const texts = {
  title: 'Diese Sitzung beenden?',
  text: 'Das Gerät wird abgemeldet. Ihre anderen Sitzungen bleiben aktiv.',
  submit: 'Sitzung beenden',
  done: 'Sitzung beendet',
  doneText: 'Wenn Sie sich dort nicht angemeldet haben, wählen Sie jetzt ein neues Passwort.',
  newPassword: 'Neues Passwort wählen',
  over: 'Dieser Link ist nicht mehr gültig',
  overText:
    'Ein Link kann nur einmal verwendet werden und läuft nach drei Tagen ab. Melden Sie sich an, um Ihre Sitzungen zu beenden.',
} as const
