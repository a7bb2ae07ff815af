/**
 * The one checkout of a page: opens, changes and closes it, and tells the page about each step.
 * Event data is snake_case with totals as numbers in major units.
 */

import { ApiError } from './api.js'
import { createOverlay } from './overlay.js'
import * as spinner from './spinner.js'

const OPENING = ['items', 'transactionId', 'customer', 'address', 'discountId', 'discountCode', 'customData']
const pick = (options, names) =>
  Object.fromEntries(names.filter((name) => options[name] != null).map((name) => [name, options[name]]))

let only = null

/** One object for all callers, so that two overlays are never open at once. */
export function theCheckout(environment) {
  only ??= createCheckout(environment)
  return only
}

function createCheckout({ api, stylesheet, callback }) {
  let view = null
  let settings = {}
  let overlay = null
  let opening = null
  let queue = Promise.resolve()

  const emit = (name) => callback({ name, data: eventData(view, settings) })

  const report = (name, error) => {
    const { type, code, detail, documentation_url } = error
    console.error(`[Paddle] ${detail ?? error}`)
    callback({ name, type: type ?? 'front-end_error', code: code ?? 'unexpected', detail, documentation_url })
  }

  /** Changes reach the server one after the other; each answers with the new totals. */
  const change = (changes, ...events) => {
    queue = queue
      .catch(() => undefined)
      .then(async () => {
        view = (await api.change(view.id, changes)).checkout
        overlay?.show(view)
        for (const name of [...events, 'checkout.updated']) emit(name)
      })
    return queue
  }

  const settle = (answer) => {
    view = answer.checkout
    if (answer.outcome === 'declined') emit('checkout.payment.failed')
    if (answer.outcome === 'completed') {
      emit('checkout.completed')
      if (settings.successUrl) window.location.assign(settings.successUrl)
    }
    return answer
  }

  const paying = async (call) => {
    try {
      return settle(await call())
    } catch (error) {
      report('checkout.payment.error', error)
      throw error
    }
  }

  const actions = {
    change,
    close: () => close(),
    setQuantity: (priceId, quantity) =>
      change({ items: withQuantity(view.items, priceId, quantity) }, 'checkout.items.updated'),
    applyDiscount: (code) => change({ discountCode: code }, 'checkout.discount.applied'),
    removeDiscount: () => change({ discountCode: null }, 'checkout.discount.removed'),
    setCustomer: (changes) =>
      change(changes, view.customer ? 'checkout.customer.updated' : 'checkout.customer.created'),
    forgetCustomer: () => emit('checkout.customer.removed'),
    selectPayment: () => emit('checkout.payment.selected'),
    pay: async (card) => {
      await queue.catch(() => undefined)
      emit('checkout.payment.initiated')
      return paying(() => api.pay(view.id, card))
    },
    authenticate: (approved) => paying(() => api.authenticate(view.id, approved)),
  }

  async function open(options) {
    const same = options.transactionId && options.transactionId === opening
    if (same) {
      settings = { ...settings, ...options.settings }
      overlay?.configure(settings)
      return
    }
    close()
    const mine = (opening = options.transactionId ?? Symbol('new purchase'))
    settings = options.settings
    spinner.show()
    try {
      const opened = await api.open(pick(options, OPENING))
      if (opening !== mine) return
      view = opened.checkout
      const made = await createOverlay({ stylesheet, settings, actions })
      if (opening !== mine) return made.remove()
      overlay = made
      overlay.configure(settings)
      overlay.show(view)
      overlay.open()
      if (opened.warnings.length) warn(callback, opened.warnings)
      emit('checkout.loaded')
    } catch (error) {
      if (opening !== mine) return
      opening = null
      if (!(error instanceof ApiError)) console.error(error)
      report('checkout.error', error)
    } finally {
      if (opening === mine || !opening) spinner.hide()
    }
  }

  function close() {
    opening = null
    spinner.hide()
    if (!overlay) return
    overlay.remove()
    overlay = null
    emit('checkout.closed')
  }

  function update(options) {
    if (!view || !overlay) return report('checkout.error', new Error('No checkout is open'))
    const events = []
    const changes = pick(options, ['items', 'address', 'discountId', 'discountCode', 'customData'])
    if (options.customer?.email) changes.email = options.customer.email
    if (options.customer?.address) changes.address = options.customer.address
    if (changes.items) events.push(itemsEvent(view.items, changes.items))
    if (changes.email || changes.address) events.push('checkout.customer.updated')
    if (changes.discountId || changes.discountCode) events.push('checkout.discount.applied')
    if (options.discountId === null || options.discountCode === null) {
      changes.discountCode = null
      events.push('checkout.discount.removed')
    }
    return change(changes, ...events).catch((error) => report('checkout.error', error))
  }

  return { open, close, update }
}

function itemsEvent(before, after) {
  const kept = new Set(after.map((item) => item.priceId))
  const removed = before.some((item) => !kept.has(item.price_id))
  return removed ? 'checkout.items.removed' : 'checkout.items.updated'
}

const withQuantity = (items, priceId, quantity) =>
  items.map((item) => ({
    priceId: item.price_id,
    quantity: item.price_id === priceId ? quantity : item.quantity,
  }))

function warn(callback, errors) {
  const detail = 'Some of the prefilled values could not be used'
  console.warn(`[Paddle] ${detail}`, errors)
  callback({
    type: 'checkout.warning',
    code: 'validation',
    detail,
    documentation_url: 'https://developer.paddle.com/paddlejs/methods/paddle-checkout-open',
    errors,
  })
}

/** The data of page events, without the fields that only the overlay needs. */
function eventData(view, settings) {
  const { origin: _, decimal_places: _digits, items, ...told } = view
  return {
    ...told,
    customer: view.customer ?? { id: null, email: null, address: null, business: null },
    items: items.map(({ quantity_limits: _limits, unit_price: _price, ...item }) => item),
    settings: {
      display_mode: settings.displayMode ?? 'overlay',
      theme: settings.theme ?? 'light',
    },
    upsell: null,
  }
}
