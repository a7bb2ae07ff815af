export const texts = {
  title: 'Diese Sitzung beenden?',
  text: 'Das Gerät, das Sie nicht kennen, wird abgemeldet. Ihre anderen Sitzungen bleiben bestehen.',
  submit: 'Sitzung beenden',
  done: 'Die Sitzung ist beendet',
  doneText: 'Wenn Sie sich dort nicht angemeldet haben, kennt jemand Ihr Passwort. Wählen Sie jetzt ein neues.',
  newPassword: 'Neues Passwort wählen',
  over: 'Dieser Link gilt nicht mehr',
  overText: 'Links gelten einmal und drei Tage lang. Melden Sie sich an, um Ihre Sitzungen zu sehen und zu beenden.',
} as const
