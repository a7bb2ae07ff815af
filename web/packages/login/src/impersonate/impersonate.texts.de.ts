export const texts = {
  title: 'Supportzugriff starten',
  text: 'Der Supportzugriff dauert höchstens eine Stunde. Ihre Aktionen werden unter Ihrem Namen protokolliert.',
  submit: 'Starten',
  over: 'Diese Anfrage ist abgelaufen',
  overText: 'Eine Anfrage kann nur einmal verwendet werden und läuft nach zwei Minuten ab. Stellen Sie eine neue.',
  success: 'Supportzugriff gestartet',
} as const
