export const texts = {
  title: 'Konto entsperren',
  text: 'Ihr Konto wurde nach zu vielen fehlgeschlagenen Anmeldungen gesperrt. Entsperren Sie es, um sich jetzt anzumelden.',
  submit: 'Konto entsperren',
  done: 'Ihr Konto ist entsperrt',
  doneText: 'Melden Sie sich an, um fortzufahren.',
  over: 'Dieser Link funktioniert nicht mehr',
  overText: 'Links funktionieren einmal und eine Stunde lang. Warten Sie eine Viertelstunde, dann melden Sie sich an.',
}
