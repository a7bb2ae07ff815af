/** The purchase: seats, price, discount, tax, total, and later payments. */

import { h, ICONS, icon } from './dom.js'
import { field, input } from './field.js'

const period = ({ interval, frequency }) => (frequency === 1 ? interval : `${frequency} ${interval}s`)

/** An amount of the view in its currency. The decimals come from the provider; those of `Intl` may differ. */
export const money = (amount, { currency_code: currency, decimal_places: digits }, locale) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)

export function createSummary({ settings, actions }) {
  const locale = settings.locale ?? 'en'
  const items = h('ul', { class: 'items' })
  const totals = h('dl', { class: 'totals' })
  const due = h('p', { class: 'due' })
  const dueLabel = h('p', { class: 'due-label' })
  const after = h('p', { class: 'after' })
  const discount = createDiscount(actions)
  const element = h(
    'section',
    { class: 'summary', 'aria-label': 'Order summary' },
    h('div', { class: 'headline', 'aria-live': 'polite' }, dueLabel, due, after),
    items,
    discount.element,
    totals,
  )

  const show = (view) => {
    const price = (amount) => money(amount, view, locale)
    const editable = view.origin === 'web' && view.status !== 'completed'
    due.textContent = price(view.totals.balance)
    dueLabel.textContent = view.status === 'completed' ? 'Paid today' : 'Due today'
    after.textContent = afterwards(view, price)
    items.replaceChildren(...view.items.map((item) => line(item, price, editable, actions)))
    totals.replaceChildren(...sums(view, price))
    discount.show(view, editable && settings.showAddDiscounts !== false, settings)
  }
  return { element, show }
}

function afterwards(view, price) {
  if (view.origin === 'subscription_payment_method_change') {
    return 'This card will be used from the next payment on.'
  }
  const cycle = view.items.find((item) => item.billing_cycle)?.billing_cycle
  return cycle && view.recurring_totals
    ? `Then ${price(view.recurring_totals.total)} per ${period(cycle)}, until you cancel`
    : ''
}

function line(item, price, editable, actions) {
  const unit = `${price(item.unit_price)} per seat${item.billing_cycle ? `, per ${period(item.billing_cycle)}` : ''}`
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'item' },
      h('strong', {}, item.product.name),
      h('span', { class: 'amount' }, price(item.totals.subtotal)),
    ),
    h(
      'div',
      { class: 'item muted' },
      h('span', {}, unit),
      editable ? stepper(item, actions) : h('span', {}, seats(item)),
    ),
  )
}

function stepper(item, actions) {
  const { minimum, maximum } = item.quantity_limits
  const step = (label, path, quantity) =>
    h(
      'button',
      {
        type: 'button',
        class: 'step',
        'aria-label': label,
        disabled: quantity < minimum || quantity > maximum,
        'data-step': label,
        onclick: async (event) => {
          const root = event.currentTarget.getRootNode()
          await actions.setQuantity(item.price_id, quantity).catch(() => undefined)
          root.querySelector(`[data-step="${label}"]`)?.focus()
        },
      },
      icon(path),
    )
  return h(
    'span',
    { class: 'stepper' },
    step('Remove a seat', ICONS.minus, item.quantity - 1),
    h('span', { class: 'quantity' }, seats(item)),
    step('Add a seat', ICONS.plus, item.quantity + 1),
  )
}

function sums(view, price) {
  const rows = [['Subtotal', view.totals.subtotal]]
  if (view.totals.discount) {
    rows.push([view.discount?.code ? `Discount (${view.discount.code})` : 'Discount', -view.totals.discount])
  }
  rows.push(['Tax', view.totals.tax])
  if (view.totals.credit) rows.push(['Credit', -view.totals.credit])
  rows.push(['Total', view.totals.balance])
  return rows.map(([name, amount]) =>
    h('div', { class: name === 'Total' ? 'total' : '' }, h('dt', {}, name), h('dd', {}, price(amount))),
  )
}

function createDiscount(actions) {
  const code = field('Discount code', input({ autocomplete: 'off', maxlength: 32 }))
  const apply = h('button', { type: 'submit', class: 'secondary' }, 'Apply')
  const remove = h('button', { type: 'button', class: 'link', hidden: true }, 'Remove discount')
  const add = h('button', { type: 'button', class: 'link' }, 'Add discount code')
  const form = h('form', { class: 'discount-form', hidden: true, novalidate: true }, code.element, apply)
  const element = h('div', { class: 'discount' }, add, form, remove)

  add.addEventListener('click', () => {
    add.hidden = true
    form.hidden = false
    code.control.focus()
  })
  remove.addEventListener('click', () => {
    actions.removeDiscount().then(() => add.focus())
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (!code.value()) return code.fail('Enter the code')
    try {
      await actions.applyDiscount(code.value())
      code.control.value = ''
      form.hidden = true
      remove.focus()
    } catch (error) {
      code.fail(reasons[error.code] ?? 'This code cannot be used')
      code.control.focus()
    }
  })

  const show = (view, changeable, settings) => {
    element.hidden = !changeable
    remove.hidden = !view.discount || settings.allowDiscountRemoval === false
    if (view.discount) form.hidden = true
    add.hidden = Boolean(view.discount) || !form.hidden
  }
  return { element, show }
}

const reasons = {
  transaction_discount_not_found: 'There is no such code',
  transaction_discount_not_eligible: 'This code does not apply to what you are buying',
  discount_usage_limit_exceeded: 'This code has been used up',
}

const seats = ({ quantity }) => `${quantity} ${quantity === 1 ? 'seat' : 'seats'}`
