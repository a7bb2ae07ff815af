import { HttpResponse, http, type RequestHandler } from 'msw'
import type { BillingSummary, Invoice, PaymentMethod, Plan, Subscription } from '../wire'

export const ALL = '*/subscriptions/resources'
export const BILLING = `${ALL}/billing`
export const STRIPE = `${BILLING}/payment-providers/stripe`

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

export const plan = (name: string, digit: number, amount: number, facts: Partial<Plan['price']> = {}): Plan => ({
  id: uuid(digit),
  externalId: `prod_${name}`,
  name,
  description: `${name} of Acme Cloud`,
  price: {
    id: `price_${digit}`,
    externalId: `price_${digit}`,
    currency: 'usd',
    amount,
    interval: 'month',
    intervalCount: 1,
    ...facts,
  },
  slug: `${name.toLowerCase()}-${digit}`,
  trialDays: null,
})

export const TEAM = plan('Team', 1, 1200)
export const TEAM_YEARLY = plan('Team', 2, 12_000, { interval: 'year' })
export const BUSINESS = plan('Business', 3, 3000)

export const VISA: PaymentMethod = {
  id: uuid(5),
  externalId: 'pm_visa',
  type: 'card',
  isDefault: true,
  last4: '4242',
  expMonth: 4,
  expYear: 2099,
  brand: 'visa',
  billingDetails: {
    name: 'Ada Lovelace',
    email: 'billing@acme.test',
    address: {
      addressLine1: '1 Main Street',
      addressLine2: null,
      city: 'Berlin',
      state: null,
      postalCode: '10115',
      country: 'DE',
    },
  },
}

export const SUBSCRIPTION: Subscription = {
  id: uuid(6),
  externalId: 'sub_1',
  externallyManaged: false,
  startDate: '2026-01-22T00:00:00Z',
  currentPeriodStart: '2026-11-22T00:00:00Z',
  currentPeriodEnd: '2026-12-22T00:00:00Z',
  status: 'active',
  cancellation: null,
  trialEnd: null,
  plan: { slug: TEAM.slug },
}

export const TRIAL: Subscription = {
  ...SUBSCRIPTION,
  status: 'trialing',
  trialEnd: '2026-12-06T00:00:00Z',
  currentPeriodEnd: '2026-12-06T00:00:00Z',
}

export const invoice = (digit: number, facts: Partial<Invoice> = {}): Invoice => ({
  id: uuid(digit),
  externalId: `in_${digit}`,
  subscriptionId: SUBSCRIPTION.id,
  paymentDate: '2026-11-22T00:00:00Z',
  totalAmount: 1200,
  currency: 'usd',
  paid: true,
  receiptNumber: '',
  number: `ACME-000${digit}`,
  createdAt: '2026-11-22T00:00:00Z',
  status: 'paid',
  ...facts,
})

/** What the server has of an account; a test changes it as the server would. */
export interface World {
  subscription: Subscription | null
  summary: BillingSummary
  plans: Plan[]
  methods: PaymentMethod[]
  invoices: Invoice[]
  rules: { allowPlanDowngrade: boolean; allowPlanCancellation: boolean }
  /** Every change that was asked for. */
  sent: { readonly call: string; readonly body: unknown }[]
}

export const world = (facts: Partial<World> = {}): World => ({
  subscription: SUBSCRIPTION,
  summary: {
    providerType: 'Stripe',
    externallyManaged: false,
    subscriptionId: SUBSCRIPTION.id,
    currentPlanId: TEAM.id,
    paymentMethodId: VISA.id,
  },
  plans: [TEAM, TEAM_YEARLY, BUSINESS],
  methods: [VISA],
  invoices: [invoice(8)],
  rules: { allowPlanDowngrade: true, allowPlanCancellation: true },
  sent: [],
  ...facts,
})

/** The calls of every page of the section. */
export const billingHandlers = (here: World): RequestHandler[] => {
  const recordRequest = async (request: Request) => {
    const text = await request.clone().text()
    const { pathname } = new URL(request.url)
    here.sent.push({
      call: `${request.method} ${pathname.replace('/subscriptions/resources', '')}`,
      body: text ? JSON.parse(text) : null,
    })
    return new HttpResponse(null)
  }
  return [
    http.get(`${ALL}/payment-providers/v1`, () =>
      HttpResponse.json([{ providerType: 'Stripe', name: 'Stripe', status: '1' }]),
    ),
    http.get(`${BILLING}/summaries/v1/:id`, () => HttpResponse.json(here.summary)),
    http.get(`${BILLING}/configurations/vendor-public-configurations/v1`, () => HttpResponse.json(here.rules)),
    http.get(`${ALL}/subscriptions/v1`, () => HttpResponse.json(here.subscription ? [here.subscription] : [])),
    http.get(`${BILLING}/plans/v1`, () => HttpResponse.json(here.plans)),
    http.get(`${BILLING}/payment-methods/v1`, () => HttpResponse.json(here.methods)),
    http.get(`${BILLING}/invoices/v1`, () => HttpResponse.json(here.invoices)),
    http.put(`${ALL}/subscriptions/v1/:id`, ({ request }) => recordRequest(request)),
    http.put(`${ALL}/subscriptions/v1/:id/cancellations/`, ({ request }) => recordRequest(request)),
    http.put(`${ALL}/subscriptions/v1/:id/renewals/`, ({ request }) => recordRequest(request)),
    http.patch(`${BILLING}/payment-methods/v1/:id/billing-details`, ({ request }) => recordRequest(request)),
  ]
}
