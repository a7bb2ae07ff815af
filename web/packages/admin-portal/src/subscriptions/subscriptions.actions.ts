import { type ApiClient, unwrap } from '@gatehouse/api'
import { saveFile } from '@gatehouse/ui'
import { defineAction } from '../shared/action'
import type { Invoice, PaymentMethod, Plan, Subscription } from '../wire'
import { dayText } from './day'
import { untilKnown } from './new-card'
import { KEY, SUBSCRIPTION } from './subscriptions.queries'
import { t } from './subscriptions.texts'

const ALL = '/subscriptions/resources'
const BILLING = `${ALL}/billing` as const
const BEGIN = `${BILLING}/payment-providers/stripe/subscriptions/v1` as const
const ONE = `${ALL}/subscriptions/v1/{subscription_id}` as const

const pathOf = ({ id }: Pick<Subscription, 'id'>) => ({ params: { path: { subscription_id: id } } })

export const cancelSubscription = defineAction({
  call: (api, subscription: Subscription) => unwrap(api.PUT(`${ONE}/cancellations/`, pathOf(subscription))),
  invalidates: [KEY],
  done: ({ currentPeriodEnd }) => t('cancel.done', { date: dayText(currentPeriodEnd) }),
})

export const renewSubscription = defineAction({
  call: (api, subscription: Subscription) => unwrap(api.PUT(`${ONE}/renewals/`, pathOf(subscription))),
  invalidates: [KEY],
  done: () => t('plan.renewed'),
})

interface Taken {
  /** The card's id at the provider. */
  readonly externalId: string
  /** What it is to pay from now on, if anything. */
  readonly pays: { readonly subscription: Subscription; readonly planId: string } | null
}

/** Makes a card that the provider has just taken the one that is charged. */
export const takeCard = defineAction({
  async call(api, { externalId, pays }: Taken) {
    if (!pays) return untilKnown(api, externalId)
    const body = { planId: pays.planId, paymentMethodId: externalId }
    await unwrap(api.PUT(ONE, { ...pathOf(pays.subscription), body }))
  },
  invalidates: [KEY],
  done: () => t('card.done'),
})

interface Checkout {
  /** None: the first. */
  readonly subscription: Subscription | null
  readonly plan: Plan
  readonly method: PaymentMethod
  /** As the preview said it. */
  readonly prorationDate?: string | undefined
}

export const confirmCheckout = defineAction({
  async call(api, { subscription, plan, method, prorationDate }: Checkout) {
    const body = { planId: plan.id, paymentMethodId: method.id, ...(prorationDate && { prorationDate }) }
    if (subscription) return void (await unwrap(api.PUT(ONE, { ...pathOf(subscription), body })))
    const begun = await unwrap(api.POST(BEGIN, { body: { stripePlanId: plan.id } }))
    // Something is left to pay, and the card is there.
    if (begun.subscriptionSecret) await unwrap(api.PUT(ONE, { ...pathOf({ id: begun.subscriptionId }), body }))
  },
  invalidates: [KEY],
})

/** The trial of a plan that is paid for goes over into it by itself: the server has nothing to learn. */
export const settleTrial = defineAction({
  call: (_, subscription: Subscription) => Promise.resolve(subscription),
  invalidates: [SUBSCRIPTION],
  optimistic: (subscription) => ({ before: subscription, after: { ...subscription, status: 'active' } }),
  isLocal: true,
})

interface Details {
  readonly method: PaymentMethod
  readonly email: string
  readonly address: Readonly<Record<string, string>>
}

export const saveBillingDetails = defineAction({
  call: (api, { method, email, address }: Details) =>
    unwrap(
      api.PATCH(`${BILLING}/payment-methods/v1/{payment_method_id}/billing-details`, {
        params: { path: { payment_method_id: method.id } },
        body: { ...(email && { email }), address },
      }),
    ),
  invalidates: [KEY],
  done: () => t('details.done'),
})

export const saveInvoice = defineAction({
  async call(api: ApiClient, { id, number }: Invoice) {
    const outputFileName = t('invoices.fileName', { number: (number || id).replace(/[^\w-]/g, '-') })
    const params = { path: { invoice_id: id }, query: { outputFileName } }
    const { data } = await api.GET(`${BILLING}/invoices/v1/{invoice_id}/pdf`, { params, parseAs: 'blob' })
    if (data) saveFile(outputFileName, data, 'application/pdf')
  },
  invalidates: [],
})
