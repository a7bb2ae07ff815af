export const texts = {
  title: 'Konto entsperren',
  text: 'Ihr Konto wurde nach zu vielen fehlgeschlagenen Anmeldeversuchen gesperrt. Entsperren Sie es, um sich jetzt anzumelden.',
  submit: 'Konto entsperren',
  done: 'Ihr Konto ist entsperrt',
  doneText: 'Melden Sie sich an, um fortzufahren.',
  over: 'Dieser Link ist nicht mehr gültig',
  overText:
    'Ein Link kann nur einmal verwendet werden und läuft nach einer Stunde ab. Sie können auch 15 Minuten warten und sich dann anmelden.',
}
