export const texts = {
  title: 'Jetzt noch einmal versuchen',
  text: 'Zu viele falsche Passwörter haben Ihr Konto für eine Weile gesperrt. Ein Klick beendet das.',
  submit: 'Mein Konto entsperren',
  done: 'Ihr Konto ist entsperrt',
  doneText: 'Melden Sie sich an, um fortzufahren.',
  over: 'Dieser Link funktioniert nicht mehr',
  overText: 'Links funktionieren einmal und eine Stunde lang. Warten Sie eine Viertelstunde, dann melden Sie sich an.',
}
