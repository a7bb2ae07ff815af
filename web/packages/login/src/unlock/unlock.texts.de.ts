export const texts = {
  title: 'Konto entsperren',
  text: 'Ihr Konto wurde nach zu vielen fehlgeschlagenen Anmeldeversuchen gesperrt. Entsperren Sie es, um sich jetzt anzumelden.',
  submit: 'Konto entsperren',
  done: 'Ihr Konto ist entsperrt',
  doneText: 'Melden Sie sich an, um fortzufahren.',
  over: 'Dieser Link ist nicht mehr gültig',
  overText: 'Links funktionieren einmal und eine Stunde lang. Sie können sich auch nach 15 Minuten wieder anmelden.',
}
