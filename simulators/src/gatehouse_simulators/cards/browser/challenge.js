/** The bank's challenge (3-D Secure): a modal dialog over the page. Closing it refuses the payment. */

import { dress } from './appearance.js'
import { h } from './dom.js'
import { textsFor } from './texts.js'

/** Whether the owner of the card approves. */
export async function ask({ parts, settings, pays }) {
  const texts = textsFor(settings.locale)
  const before = document.activeElement
  const { host, dialog, answer } = build(texts, pays ? texts.payment : texts.question, parts)
  dress(dialog, settings.appearance)
  document.body.append(host)
  await styled(host.shadowRoot)
  dialog.showModal()
  dialog.querySelector('h2').focus()
  try {
    return await answer
  } finally {
    dialog.close()
    host.remove()
    before?.focus?.()
  }
}

function build(texts, question, parts) {
  let decide
  const answer = new Promise((resolve) => {
    decide = resolve
  })
  const button = (kind, text, approved) =>
    h('button', { type: 'button', class: kind, onclick: () => decide(approved) }, text)
  const dialog = h(
    'dialog',
    { class: 'frame challenge', 'aria-labelledby': 'title', 'aria-describedby': 'question', lang: texts.language },
    h('h2', { id: 'title', tabindex: '-1' }, texts.bank),
    h('p', { id: 'question' }, question),
    button('primary', texts.approve, true),
    button('secondary', texts.reject, false),
  )
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    decide(false)
  })
  dialog.addEventListener('keydown', (event) => {
    // A surrounding dialog of the page must not close as well.
    event.stopPropagation()
    if (event.key === 'Escape') decide(false)
    if (event.key === 'Tab') keepInside(event, dialog)
  })
  // The real challenge is in a frame, whose key events do not reach dialogs of the page.
  const host = h('div', { id: 'stripe-challenge', 'data-mantine-stop-propagation': 'true' })
  const href = new URL('cards.css', parts).href
  host.attachShadow({ mode: 'open' }).append(h('link', { rel: 'stylesheet', href }), dialog)
  return { host, dialog, answer }
}

function styled(root) {
  const link = root.querySelector('link')
  return link.sheet
    ? Promise.resolve()
    : new Promise((done) => {
        link.addEventListener('load', done)
        link.addEventListener('error', done)
      })
}

/** Keeps the focus inside the dialog when Tab is pressed. */
function keepInside(event, dialog) {
  const [first, last] = dialog.querySelectorAll('button')
  const active = dialog.getRootNode().activeElement
  const edge = event.shiftKey ? active !== last : active === last
  if (!edge) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}
