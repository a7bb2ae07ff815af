/** Grouped digits while typing, and what is wrong with them. */

export const digits = (text) => text.replace(/\D/g, '')

/** Keeps the caret behind the same digit when the spaces around it change. */
export function keepFormat(control, format) {
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

export const grouped = (text) => digits(text).slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 ')

export function monthAndYear(text) {
  let typed = digits(text).slice(0, 4)
  if (/^[2-9]/.test(typed)) typed = `0${typed}`.slice(0, 4)
  return typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed
}

export function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
