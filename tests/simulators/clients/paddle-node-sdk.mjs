// Every call of the provider's API, through its official SDK for Node.js, against the simulator. The SDK makes an
// object of each answer and fails on what is missing. A line is printed for each call that was understood.

import { createRequire } from 'node:module'
import assert from 'node:assert/strict'

const given = JSON.parse(process.argv[2])
const { ApiError, Paddle } = createRequire(import.meta.url)(`${given.modules}/@paddle/paddle-node-sdk`)
const paddle = new Paddle(given.key, { environment: given.api })

async function all(collection) {
  const found = []
  for await (const one of collection) found.push(one)
  return found
}

async function refused(call, code) {
  await assert.rejects(call, (error) => error instanceof ApiError && error.code === code)
}

async function shows(name, call) {
  const answer = await call()
  console.log(name)
  return answer
}

const { customerId, transactionId, email, prices } = given
const items = [{ priceId: prices.monthly, quantity: 10 }]
const address = { countryCode: 'US', postalCode: '10021' }

// Who buys.
const made = await shows('customers.create', () => paddle.customers.create({ email: `new-${email}`, name: 'Pat' }))
await refused(() => paddle.customers.create({ email: `new-${email}` }), 'customer_already_exists')
await shows('customers.get', () => paddle.customers.get(made.id))
const renamed = await shows('customers.update', () => paddle.customers.update(made.id, { name: 'Quill' }))
assert.equal(renamed.name, 'Quill')
const known = await shows('customers.list', () => all(paddle.customers.list({ email: [email], perPage: 1 })))
assert.deepEqual(known.map(({ id }) => id), [customerId])
await shows('customers.getCreditBalance', () => paddle.customers.getCreditBalance(customerId))
const home = await shows('addresses.create', () => paddle.addresses.create(made.id, address))
const moved = await shows('addresses.update', () => paddle.addresses.update(made.id, home.id, { city: 'Albany' }))
assert.equal(moved.city, 'Albany')
await shows('addresses.list', () => all(paddle.addresses.list(made.id)))
const [method] = await shows('paymentMethods.list', () => all(paddle.paymentMethods.list(customerId)))
assert.equal(method.card.last4, '4242')
await shows('customerPortalSessions.create', () => paddle.customerPortalSessions.create(customerId, []))

// What is sold.
const listed = await shows('prices.list', () => all(paddle.prices.list({ id: [prices.monthly], include: ['product'] })))
assert.equal(listed[0].product.name, 'Team license')
await shows('products.list', () => all(paddle.products.list()))
const [discount] = await shows('discounts.list', () => all(paddle.discounts.list({ code: ['welcome20'] })))
const preview = await shows('pricingPreview.preview', () =>
  paddle.pricingPreview.preview({ items, address, discountId: discount.id }),
)
assert.equal(preview.details.lineItems[0].totals.total, '34840')
await shows('transactions.preview', () => paddle.transactions.preview({ items, address }))

// Bills.
const ready = await shows('transactions.create', () =>
  paddle.transactions.create({ items, customerId: made.id, addressId: home.id, customData: { note: 'x' } }),
)
assert.equal(ready.status, 'ready')
await shows('transactions.update', () => paddle.transactions.update(ready.id, { status: 'canceled' }))
const paid = await shows('transactions.get', () => paddle.transactions.get(transactionId, { include: ['customer'] }))
assert.equal(paid.customer.email, email)
await shows('transactions.list', () => all(paddle.transactions.list({ customerId: [customerId], perPage: 1 })))
const invoice = await shows('transactions.getInvoicePDF', () => paddle.transactions.getInvoicePDF(transactionId))
assert.match(invoice.url, /\.pdf\?/)

// Subscriptions.
const [running] = await shows('subscriptions.list', () => all(paddle.subscriptions.list({ customerId: [customerId] })))
const more = { items: [{ priceId: prices.monthly, quantity: 12 }], prorationBillingMode: 'prorated_immediately' }
const planned = await shows('subscriptions.previewUpdate', () => paddle.subscriptions.previewUpdate(running.id, more))
assert.equal(planned.updateSummary.result.action, 'charge')
const changed = await shows('subscriptions.update', () => paddle.subscriptions.update(running.id, more))
assert.equal(changed.items[0].quantity, 12)
await shows('subscriptions.get', () =>
  paddle.subscriptions.get(running.id, { include: ['next_transaction', 'recurring_transaction_details'] }),
)
const once = { effectiveFrom: 'immediately', items: [{ priceId: prices.once, quantity: 1 }] }
await shows('subscriptions.previewOneTimeCharge', () => paddle.subscriptions.previewOneTimeCharge(running.id, once))
await shows('subscriptions.createOneTimeCharge', () => paddle.subscriptions.createOneTimeCharge(running.id, once))
const card = await shows('subscriptions.getPaymentMethodChangeTransaction', () =>
  paddle.subscriptions.getPaymentMethodChangeTransaction(running.id),
)
assert.equal(card.details.totals.total, '0')
await refused(() => paddle.subscriptions.activate(running.id), 'subscription_is_inactive_action_invalid')
const ending = await shows('subscriptions.cancel', () =>
  paddle.subscriptions.cancel(running.id, { effectiveFrom: 'next_billing_period' }),
)
assert.equal(ending.scheduledChange.action, 'cancel')
await paddle.subscriptions.update(running.id, { scheduledChange: null })
const paused = await shows('subscriptions.pause', () =>
  paddle.subscriptions.pause(running.id, { effectiveFrom: 'immediately' }),
)
assert.equal(paused.status, 'paused')
const resumed = await shows('subscriptions.resume', () =>
  paddle.subscriptions.resume(running.id, { effectiveFrom: 'immediately' }),
)
assert.equal(resumed.status, 'active')
const active = await shows('subscriptions.activate', () => paddle.subscriptions.activate(given.trial))
assert.equal(active.status, 'active')

// What is given back.
const refund = await shows('adjustments.create', () =>
  paddle.adjustments.create({ action: 'refund', type: 'full', reason: 'Not needed', transactionId }),
)
assert.equal(refund.status, 'pending_approval')
await shows('adjustments.list', () => all(paddle.adjustments.list({ transactionId: [transactionId] })))
await refused(() => paddle.adjustments.getCreditNotePDF(refund.id), 'adjustment_no_tax_invoice')

// What is told, and to whom.
const events = await shows('events.list', () => paddle.events.list().next())
assert.ok(events.length)
await shows('eventTypes.list', () => paddle.eventTypes.list())
const setting = await shows('notificationSettings.create', () =>
  paddle.notificationSettings.create({
    description: 'Second', type: 'url', destination: 'https://example.com/hook', subscribedEvents: ['address.created'],
  }),
)
assert.ok(setting.endpointSecretKey.startsWith(`pdl_${setting.id}_`))
await shows('notificationSettings.update', () => paddle.notificationSettings.update(setting.id, { description: 'Third' }))
await shows('notificationSettings.list', () => paddle.notificationSettings.list())
await shows('notificationSettings.delete', () => paddle.notificationSettings.delete(setting.id))
const [delivery] = await shows('notifications.list', () => paddle.notifications.list().next())
await shows('notifications.get', () => paddle.notifications.get(delivery.id))
await shows('notifications.getLogs', () => all(paddle.notifications.getLogs(delivery.id)))
await shows('notifications.replay', () => paddle.notifications.replay(delivery.id))

// Tokens of browsers.
const token = await shows('clientTokens.create', () => paddle.clientTokens.create({ name: 'Shop' }))
await shows('clientTokens.list', () => all(paddle.clientTokens.list()))
const revoked = await shows('clientTokens.revoke', () => paddle.clientTokens.revoke(token.id))
assert.equal(revoked.status, 'revoked')
await shows('paymentMethods.delete', () => paddle.paymentMethods.delete(customerId, method.id))
