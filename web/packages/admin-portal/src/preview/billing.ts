import type { BillingRules, Invoice, PaymentMethod, Plan, Subscription } from '../wire'
import { type Answers, PreviewError, withBody } from './answers'
import { ago, newId } from './sample'

const ALL = '/subscriptions/resources'
const BILLING = `${ALL}/billing`

const plan = (name: string, amount: number): Plan => {
  const id = newId()
  return {
    id,
    externalId: id,
    name,
    description: `${name}, with everything in it`,
    price: {
      id: `price_${id}`,
      externalId: `price_${id}`,
      currency: 'usd',
      amount,
      interval: 'month',
      intervalCount: 1,
    },
    slug: name.toLowerCase(),
    trialDays: null,
  }
}

/** What is paid. Cards are typed into the provider's own fields, which a preview has not. */
export function billing(): Answers {
  const plans = [plan('Team', 4900), plan('Business', 12_900)]
  const [team] = plans as [Plan, Plan]
  const card: PaymentMethod = {
    id: newId(),
    externalId: 'pm_preview',
    type: 'card',
    isDefault: true,
    last4: '4242',
    expMonth: 4,
    expYear: 2099,
    brand: 'visa',
    billingDetails: {
      name: 'Ada Lovelace',
      email: 'billing@example.com',
      address: {
        addressLine1: '1 Main Street',
        addressLine2: null,
        city: 'Springfield',
        state: null,
        postalCode: '10115',
        country: 'US',
      },
    },
  }
  let subscription: Subscription = {
    id: newId(),
    externalId: 'sub_preview',
    externallyManaged: false,
    startDate: ago(100),
    currentPeriodStart: ago(10),
    currentPeriodEnd: ago(-20),
    status: 'active',
    cancellation: null,
    trialEnd: null,
    plan: { slug: team.slug },
  }
  let planId = team.id
  const invoices: Invoice[] = [10, 40, 70].map((days, index) => ({
    id: newId(),
    externalId: `in_${index}`,
    subscriptionId: subscription.id,
    paymentDate: ago(days),
    totalAmount: team.price.amount,
    currency: 'usd',
    paid: true,
    receiptNumber: '',
    number: `EX-000${3 - index}`,
    createdAt: ago(days),
    status: 'paid',
  }))
  const rules: BillingRules = { allowPlanDowngrade: true, allowPlanCancellation: true }
  const ONE = `${ALL}/subscriptions/v1/{subscription_id}`
  return {
    [`GET ${ALL}/payment-providers/v1`]: () => [{ providerType: 'Stripe', name: 'Stripe', status: '1' }],
    [`GET ${BILLING}/payment-providers/stripe/public-configurations/v1`]: () => {
      throw new PreviewError(404, 'A preview has no fields for cards')
    },
    [`GET ${BILLING}/summaries/v1/{tenant_id}`]: () => ({
      providerType: 'Stripe',
      externallyManaged: false,
      subscriptionId: subscription.id,
      currentPlanId: planId,
      paymentMethodId: card.id,
    }),
    [`GET ${BILLING}/configurations/vendor-public-configurations/v1`]: () => rules,
    [`GET ${ALL}/subscriptions/v1`]: () => [subscription],
    [`GET ${BILLING}/plans/v1`]: () => plans,
    [`GET ${BILLING}/payment-methods/v1`]: () => [card],
    [`GET ${BILLING}/invoices/v1`]: () => invoices,
    [`GET ${BILLING}/subscriptions/v1/{subscription_id}/previews`]: () => ({
      amountDue: 8000,
      total: 8000,
      currency: 'usd',
      prorationDate: ago(0),
    }),
    [`PUT ${ONE}`]: withBody<{ planId: string }>(({ body }) => {
      planId = body.planId
      subscription = { ...subscription, plan: { slug: plans.find(({ id }) => id === planId)?.slug ?? '' } }
    }),
    [`PUT ${ONE}/cancellations/`]: () => {
      subscription = { ...subscription, cancellation: { policy: 'atPeriodEnd' } }
    },
    [`PUT ${ONE}/renewals/`]: () => {
      subscription = { ...subscription, cancellation: null }
    },
    [`PATCH ${BILLING}/payment-methods/v1/{payment_method_id}/billing-details`]: withBody<{ email?: string }>(
      ({ body }) => {
        Object.assign(card.billingDetails, body)
      },
    ),
  }
}
