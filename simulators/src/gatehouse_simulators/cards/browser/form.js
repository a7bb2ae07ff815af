/**
 * The form in which a card is typed: labelled fields in a shadow root, so that the page's styles stay out
 * and ours stay in.
 */

import { dress } from './appearance.js'
import { digits, grouped, keepFormat, monthAndYear, passesLuhn } from './card-input.js'
import { h } from './dom.js'
import { allGood, field, input } from './field.js'
import { textsFor } from './texts.js'

const BRANDS = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^6(011|5)/, 'discover'],
  [/^35/, 'jcb'],
  [/^3[068]/, 'diners'],
  [/^62/, 'unionpay'],
]

export function createForm({ kind, options, group, parts, emit }) {
  const { settings } = group
  const texts = textsFor(settings.locale)
  const number = field(
    texts.number,
    input({ inputmode: 'numeric', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', maxlength: 23 }),
  )
  const expiry = field(
    texts.expiry,
    input({ inputmode: 'numeric', autocomplete: 'cc-exp', placeholder: 'MM / YY', maxlength: 7 }),
  )
  const code = field(
    texts.code,
    input({ inputmode: 'numeric', autocomplete: 'cc-csc', placeholder: 'CVC', maxlength: 4 }),
  )
  const fields = [number, expiry, code]
  keepFormat(number.control, grouped)
  keepFormat(expiry.control, monthAndYear)
  keepFormat(code.control, (text) => digits(text).slice(0, 4))

  const frame = h(
    'div',
    { class: 'frame', lang: texts.language },
    number.element,
    h('div', { class: 'columns' }, expiry.element, code.element),
    h('p', { class: 'note' }, texts.test),
  )
  const host = h('div', { 'data-stripe-element': kind })
  const root = host.attachShadow({ mode: 'open' })
  const styled = new Promise((done) => {
    const href = new URL('cards.css', parts).href
    root.append(h('link', { rel: 'stylesheet', href, onload: done, onerror: done }), frame)
  })

  /** The code of what is wrong with each field, or nothing. */
  const problems = () => {
    const typed = digits(number.value())
    const [month, year] = [Number(digits(expiry.value()).slice(0, 2)), digits(expiry.value()).slice(2)]
    const now = new Date()
    const past = 2000 + Number(year) < now.getFullYear() ||
      (2000 + Number(year) === now.getFullYear() && month < now.getMonth() + 1)
    return [
      [number, typed.length < 12 ? 'incomplete_number' : passesLuhn(typed) ? '' : 'invalid_number'],
      [expiry, year.length < 2 || month < 1 || month > 12 ? 'incomplete_expiry' : past ? 'invalid_expiry_year_past' : ''],
      [code, digits(code.value()).length < 3 ? 'incomplete_cvc' : ''],
    ]
  }
  const said = (problem) => ({ type: 'validation_error', code: problem, message: texts[problem] })

  const changed = () => {
    const found = problems().map(([, problem]) => problem)
    const first = found.find((problem) => problem.startsWith('invalid'))
    const typed = digits(number.value())
    emit('change', {
      complete: found.every((problem) => !problem),
      empty: fields.every((each) => !each.value()),
      ...(kind === 'card'
        ? {
            brand: BRANDS.find(([start]) => start.test(typed))?.[1] ?? 'unknown',
            error: first ? said(first) : undefined,
          }
        : { collapsed: false, value: { type: 'card' } }),
    })
  }
  frame.addEventListener('input', changed)
  frame.addEventListener('focusin', () => emit('focus'))
  frame.addEventListener('focusout', () => emit('blur'))
  frame.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') emit('escape')
  })

  const restyle = () => dress(frame, settings.appearance)
  restyle()

  return {
    host,
    styled,
    restyle,
    focus: () => number.control.focus(),
    blur: () => root.activeElement?.blur(),
    clear: () => {
      for (const each of fields) {
        each.control.value = ''
        each.fail('')
      }
      changed()
    },
    /** Shows what is wrong and moves to it; the first problem, or null. */
    check: () => {
      const found = problems()
      if (allGood(found.map(([each, problem]) => [each, problem && texts[problem]]))) return null
      return said(found.find(([, problem]) => problem)[1])
    },
    busy: (on) => {
      for (const each of fields) each.control.disabled = on || options.disabled === true
      frame.setAttribute('aria-busy', String(on))
    },
    value: () => ({
      number: digits(number.value()),
      exp_month: Number(digits(expiry.value()).slice(0, 2)),
      exp_year: 2000 + Number(digits(expiry.value()).slice(2)),
      cvc: digits(code.value()),
    }),
  }
}
