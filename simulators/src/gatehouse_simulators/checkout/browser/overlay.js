/**
 * The checkout on the screen: a modal dialog in a shadow root, so that the page's styles and
 * its own do not affect each other. With `displayMode: 'inline'` the content is in an element of the page.
 */

import { h, ICONS, icon } from './dom.js'
import { createPayment } from './payment.js'
import { createSummary } from './summary.js'

export async function createOverlay({ stylesheet, settings, actions }) {
  const inline = settings.displayMode === 'inline'
  const host = h('div', { id: 'paddle-checkout' })
  const root = host.attachShadow({ mode: 'open' })
  const title = h('h2', { id: 'title', tabindex: '-1' }, 'Checkout')
  const closeButton = h(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close checkout', onclick: () => actions.close() },
    icon(ICONS.close),
  )
  const body = h('div', { class: 'body' })
  const frame = h(
    inline ? 'section' : 'dialog',
    { class: inline ? 'frame inline' : 'frame', 'aria-labelledby': 'title' },
    h('header', {}, title, h('span', { class: 'badge' }, 'Test mode'), inline ? null : closeButton),
    body,
  )
  let isBusy = false

  const summary = createSummary({ settings, actions })
  const payment = createPayment({
    settings,
    actions,
    onCompleted: (view) => showSuccess(view),
    onChallenge: () => showChallenge(),
    onBusy: (on) => {
      isBusy = on
      closeButton.disabled = on
      summary.element.inert = on
    },
  })
  const side = h('div', { class: 'side' }, payment.element)
  body.append(summary.element, side)

  const show = (view) => {
    summary.show(view)
    payment.show(view)
  }

  function showChallenge() {
    // The purchase must not change during the bank's challenge.
    summary.element.inert = true
    const answer = (approved) => async () => {
      for (const button of step.querySelectorAll('button')) button.disabled = true
      try {
        const result = await actions.authenticate(approved)
        side.replaceChildren(payment.element)
        payment.follow(result)
      } catch {
        side.replaceChildren(payment.element)
        payment.refuse('authentication_failed')
      } finally {
        summary.element.inert = false
      }
    }
    const step = h(
      'div',
      { class: 'step-card', role: 'group', 'aria-labelledby': 'challenge' },
      h('h3', { id: 'challenge', tabindex: '-1' }, 'Confirm with your bank'),
      h('p', {}, 'Your bank asks whether this payment is yours.'),
      h('button', { type: 'button', class: 'primary', onclick: answer(true) }, 'Approve payment'),
      h('button', { type: 'button', class: 'secondary', onclick: answer(false) }, 'Refuse payment'),
    )
    side.replaceChildren(step)
    step.querySelector('h3').focus()
  }

  function showSuccess(view) {
    show(view)
    const card = view.payment.method_details.card
    const step = h(
      'div',
      { class: 'step-card done', role: 'status' },
      h('span', { class: 'tick' }, icon(ICONS.check)),
      h('h3', { tabindex: '-1' }, view.totals.balance ? 'Payment complete' : 'Card saved'),
      h('p', {}, view.totals.balance ? 'Your subscription starts now.' : 'Your next payments use this card.'),
      h('p', {}, `Card ending in ${card.last4}`),
      inline ? null : h('button', { type: 'button', class: 'primary', onclick: () => actions.close() }, 'Done'),
    )
    side.replaceChildren(step)
    step.querySelector('h3').focus()
  }

  const configure = (next) => {
    frame.dataset.theme = next.theme ?? 'light'
    payment.configure(next)
  }

  frame.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (!isBusy) actions.close()
  })
  // `cancel` comes once for an unhandled Escape; some browsers close on the second without asking.
  frame.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !inline) {
      event.preventDefault()
      event.stopPropagation()
      if (!isBusy) actions.close()
    }
  })
  frame.addEventListener('keydown', (event) => keepInside(event, frame, root))

  const styled = new Promise((done) => {
    root.append(h('link', { rel: 'stylesheet', href: stylesheet.href, onload: done, onerror: done }), frame)
  })
  const target = inline ? document.querySelector(`.${CSS.escape(settings.frameTarget ?? '')}`) : document.body
  if (!target) throw new Error(`No element has the class ${settings.frameTarget}`)
  if (inline && settings.frameStyle) host.style.cssText = settings.frameStyle
  target.append(host)
  await styled

  const overflow = document.documentElement.style.overflow
  const open = () => {
    if (inline) return
    document.documentElement.style.overflow = 'hidden'
    frame.showModal()
    payment.focus()
  }
  const remove = () => {
    if (!inline) {
      document.documentElement.style.overflow = overflow
      frame.close()
    }
    host.remove()
  }
  return { show, open, remove, configure }
}

/** Keeps the focus inside the dialog when Tab is pressed. */
function keepInside(event, frame, root) {
  if (event.key !== 'Tab' || frame.tagName !== 'DIALOG') return
  const reachable = [...frame.querySelectorAll('button, input, select')].filter(
    (element) => !element.disabled && element.getClientRects().length,
  )
  const edge = event.shiftKey ? reachable[0] : reachable.at(-1)
  if (root.activeElement === edge) {
    event.preventDefault()
    ;(event.shiftKey ? reachable.at(-1) : reachable[0])?.focus()
  }
}
