/** The card fields of a checkout. */

import { digits, grouped, keepFormat, monthAndYear, passesLuhn } from './card-input.js'
import { field, input } from './field.js'

export function createCardFields() {
  const number = field(
    'Card number',
    input({ inputmode: 'numeric', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', maxlength: 23 }),
  )
  const expiry = field(
    'Expiry',
    input({ inputmode: 'numeric', autocomplete: 'cc-exp', placeholder: 'MM / YY', maxlength: 7 }),
  )
  const code = field(
    'Security code',
    input({ inputmode: 'numeric', autocomplete: 'cc-csc', placeholder: 'CVC', maxlength: 4 }),
  )
  const name = field('Name on card', input({ autocomplete: 'cc-name', maxlength: 200 }))
  keepFormat(number.control, grouped)
  keepFormat(expiry.control, monthAndYear)
  keepFormat(code.control, (text) => digits(text).slice(0, 4))

  const checks = () => {
    const typed = digits(number.value())
    const [month, year] = [Number(digits(expiry.value()).slice(0, 2)), digits(expiry.value()).slice(2)]
    return [
      [number, typed.length < 12 ? 'Enter the whole card number' : passesLuhn(typed) ? '' : 'Check the card number'],
      [expiry, year.length < 2 || month < 1 || month > 12 ? 'Enter month and year, as 05 / 30' : ''],
      [code, digits(code.value()).length < 3 ? 'Enter the 3 or 4 digits' : ''],
      [name, name.value() ? '' : 'Enter the name as on the card'],
    ]
  }

  return {
    number,
    expiry,
    code,
    name,
    checks,
    value: () => ({
      number: digits(number.value()),
      expiry_month: Number(digits(expiry.value()).slice(0, 2)),
      expiry_year: 2000 + Number(digits(expiry.value()).slice(2)),
      security_code: digits(code.value()),
      name: name.value(),
    }),
  }
}
