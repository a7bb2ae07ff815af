/** The buyer, their address, and their card. */

import { createCardFields } from './card.js'
import { countries, likelyCountry, needsPostalCode } from './countries.js'
import { h, ICONS, icon } from './dom.js'
import { allGood, field, input } from './field.js'
import { money } from './summary.js'

const REFUSALS = {
  declined: 'Your card was declined. Check the details or use another card.',
  expired_card: 'Your card was declined because it has expired. Use another card.',
  not_enough_balance: 'Your card was declined because its balance is too low. Use another card.',
  authentication_failed: 'Your bank declined the payment. Try again or use another card.',
  transaction_not_ready_cannot_process_payment: 'This checkout is over: it was paid or canceled elsewhere. Close it.',
}

export function createPayment({ settings, actions, onCompleted, onChallenge, onBusy }) {
  const locale = settings.locale ?? 'en'
  let view = null
  let selected = false
  let saving = Promise.resolve()

  const email = field('Email', input({ type: 'email', autocomplete: 'email', maxlength: 320 }))
  const known = h('span', { class: 'known-email' })
  const change = h('button', { type: 'button', class: 'link' }, 'Change email')
  const identity = h('div', { class: 'identity', hidden: true }, known, change)
  const country = field(
    'Country',
    h(
      'select',
      { autocomplete: 'country' },
      countries(locale).map(([code, name]) => h('option', { value: code }, name)),
    ),
  )
  const postalCode = field('Postal code', input({ autocomplete: 'postal-code', maxlength: 20 }))
  const card = createCardFields()
  const alert = h('div', { class: 'alert', role: 'alert', hidden: true })
  const pay = h('button', { type: 'submit', class: 'primary' })
  const form = h(
    'form',
    { class: 'payment', novalidate: true, 'aria-label': 'Payment' },
    identity,
    email.element,
    h('div', { class: 'columns' }, country.element, postalCode.element),
    alert,
    card.number.element,
    h('div', { class: 'columns' }, card.expiry.element, card.code.element),
    card.name.element,
    pay,
    h('p', { class: 'safe' }, icon(ICONS.lock), 'Test mode: no money moves. Pay with 4242 4242 4242 4242.'),
  )
  country.control.value = likelyCountry()

  const place = () => ({
    countryCode: country.value(),
    postalCode: needsPostalCode(country.value()) ? postalCode.value() : null,
  })
  const placeIsKnown = () => {
    const address = view.customer?.address
    const { countryCode, postalCode: code } = place()
    return address?.country_code === countryCode && (address.postal_code ?? '') === (code ?? '')
  }
  const askPostalCode = () => {
    postalCode.element.hidden = !needsPostalCode(country.value())
  }

  const buyerChecks = () => [
    [email, !identity.hidden || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.value()) ? '' : 'Enter an email address'],
    [postalCode, needsPostalCode(country.value()) && !postalCode.value() ? 'Enter the postal code' : ''],
  ]

  /** Sends changed buyer details; totals are updated, because tax depends on them. */
  const saveBuyer = () => {
    const save = async () => {
      const changes = {}
      if (identity.hidden && email.value() !== view.customer?.email) changes.email = email.value()
      if (changes.email || !placeIsKnown()) changes.address = place()
      if (Object.keys(changes).length) await actions.setCustomer(changes)
    }
    saving = saving.catch(() => undefined).then(save)
    return saving
  }
  const saveWhenComplete = () => {
    askPostalCode()
    if (buyerChecks().every(([, problem]) => !problem)) saveBuyer().catch(() => undefined)
  }
  email.control.addEventListener('change', saveWhenComplete)
  country.control.addEventListener('change', saveWhenComplete)
  postalCode.control.addEventListener('change', saveWhenComplete)
  change.addEventListener('click', () => {
    identity.hidden = true
    email.element.hidden = false
    email.control.value = view.customer.email
    actions.forgetCustomer()
    email.control.focus()
  })
  card.number.control.addEventListener('input', () => {
    if (view.customer && placeIsKnown()) select()
  })

  const select = () => {
    if (!selected) actions.selectPayment()
    selected = true
  }
  const complain = (text) => {
    alert.hidden = !text
    alert.replaceChildren(...(text ? [icon(ICONS.alert), h('span', {}, text)] : []))
  }
  const busy = (on) => {
    form.classList.toggle('busy', on)
    pay.disabled = on
    pay.setAttribute('aria-busy', String(on))
    onBusy(on)
  }

  /** Handles each response of the provider, also after the bank's challenge. */
  const follow = (answer) => {
    if (answer.outcome === 'completed') onCompleted(answer.checkout)
    else if (answer.outcome === 'action_required') onChallenge()
    else refuse(answer.error_code)
  }
  const refuse = (code) => {
    complain(REFUSALS[code] ?? `Your card was declined (${code.replaceAll('_', ' ')}). Use another card.`)
    card.number.control.focus()
    card.number.control.select()
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    complain('')
    if (!allGood([...buyerChecks(), ...card.checks()])) return
    busy(true)
    try {
      await saveBuyer()
      select()
      follow(await actions.pay(card.value()))
    } catch (error) {
      if (error.errors?.some(({ field: name }) => name === 'email')) email.fail('Enter an email address')
      else complain(REFUSALS[error.code] ?? error.detail ?? 'The payment could not be made. Try again.')
    } finally {
      busy(false)
    }
  })

  const show = (next) => {
    const first = view === null
    view = next
    known.textContent = view.customer?.email ?? ''
    identity.hidden = !view.customer
    email.element.hidden = !identity.hidden
    if (first && view.customer?.address) {
      country.control.value = view.customer.address.country_code
      postalCode.control.value = view.customer.address.postal_code ?? ''
    }
    askPostalCode()
    const free = view.totals.balance === 0
    pay.textContent = free ? 'Save card' : `Pay ${money(view.totals.balance, view, locale)}`
  }
  const configure = ({ allowLogout }) => {
    change.hidden = allowLogout === false
  }
  /** The first field that is still empty or invalid. */
  const focus = () => {
    const missing = [email, postalCode].find((one) => !one.element.hidden && !one.value())
    ;(missing ?? card.number).control.focus()
  }

  return { element: form, show, configure, focus, follow, refuse }
}
