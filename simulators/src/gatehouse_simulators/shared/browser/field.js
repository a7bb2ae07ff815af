/** A labelled control with a place for its error. */

import { h } from './dom.js'

let count = 0

export function field(label, control, { help = null, hidden = false } = {}) {
  const id = `field-${++count}`
  control.id = id
  const message = h('p', { class: 'message', id: `${id}-message` }, help ?? '')
  control.setAttribute('aria-describedby', message.id)
  const element = h('div', { class: 'field', hidden }, h('label', { for: id }, label), control, message)
  const fail = (text) => {
    control.setAttribute('aria-invalid', text ? 'true' : 'false')
    element.classList.toggle('invalid', Boolean(text))
    message.textContent = text || help || ''
  }
  control.addEventListener('input', () => fail(''))
  return { element, control, fail, value: () => control.value.trim() }
}

export const input = (attributes) => h('input', { type: 'text', ...attributes })

/** Shows the first problem of each field and moves to the first of them. True when there is none. */
export function allGood(checks) {
  const bad = checks.filter(([target, problem]) => {
    target.fail(problem)
    return problem
  })
  bad[0]?.[0].control.focus()
  return bad.length === 0
}
