/** The card fields: grouped digits while typing, and what is wrong with them. */

import { field, input } from './field.js'

const digits = (text) => text.replace(/\D/g, '')

/** Keeps the caret behind the same digit when the spaces around it change. */
function keepFormat(control, format) {
  control.addEventListener('input', () => {
    const before = digits(control.value.slice(0, control.selectionStart ?? 0)).length
    const text = format(control.value)
    if (text === control.value) return
    control.value = text
    let position = 0
    for (let seen = 0; position < text.length && seen < before; position += 1) {
      if (/\d/.test(text[position])) seen += 1
    }
    if (before === digits(text).length) position = text.length
    control.setSelectionRange(position, position)
  })
}

const grouped = (text) => digits(text).slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 ')

function monthAndYear(text) {
  let typed = digits(text).slice(0, 4)
  if (/^[2-9]/.test(typed)) typed = `0${typed}`.slice(0, 4)
  return typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed
}

function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

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
