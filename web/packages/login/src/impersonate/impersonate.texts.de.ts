export const texts = {
  title: 'Supportzugriff starten',
  text: 'Für höchstens eine Stunde. Ihre Aktionen werden unter Ihrem Namen protokolliert.',
  submit: 'Starten',
  over: 'Diese Anfrage ist abgelaufen',
  overText: 'Anfragen funktionieren einmal und zwei Minuten lang. Stellen Sie eine neue.',
  success: 'Supportzugriff gestartet',
} as const
