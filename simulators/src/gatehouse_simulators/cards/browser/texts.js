/** Texts on the screen, in the page's language. */

const ENGLISH = {
  number: 'Card number',
  expiry: 'Expiry',
  code: 'Security code',
  test: 'Test mode: no money moves. Use 4242 4242 4242 4242.',
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_year_past: "Your card's expiration date is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  bank: 'Confirm with your bank',
  question: 'Your bank asks whether you want to save this card.',
  payment: 'Your bank asks whether this payment is yours.',
  approve: 'Approve',
  reject: 'Refuse',
}

const GERMAN = {
  number: 'Kartennummer',
  expiry: 'Gültig bis',
  code: 'Prüfnummer',
  test: 'Testmodus: Es wird nichts abgebucht. Verwenden Sie 4242 4242 4242 4242.',
  incomplete_number: 'Die Kartennummer ist unvollständig.',
  invalid_number: 'Die Kartennummer ist ungültig.',
  incomplete_expiry: 'Das Ablaufdatum ist unvollständig.',
  invalid_expiry_year_past: 'Das Ablaufdatum liegt in der Vergangenheit.',
  incomplete_cvc: 'Die Prüfnummer ist unvollständig.',
  bank: 'Bei Ihrer Bank bestätigen',
  question: 'Ihre Bank fragt, ob Sie diese Karte speichern möchten.',
  payment: 'Ihre Bank fragt, ob Sie diese Zahlung beauftragt haben.',
  approve: 'Bestätigen',
  reject: 'Ablehnen',
}

export function textsFor(locale) {
  const wanted = !locale || locale === 'auto' ? navigator.language : locale
  const language = wanted.toLowerCase().startsWith('de') ? 'de' : 'en'
  return { language, ...(language === 'de' ? GERMAN : ENGLISH) }
}
