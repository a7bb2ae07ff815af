import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { readOnly, renderPortal } from '../testing'
import {
  ALL,
  BILLING,
  BUSINESS,
  billingHandlers,
  invoice,
  SUBSCRIPTION,
  TEAM,
  TRIAL,
  VISA,
  type World,
  world,
} from './testing'

const server = cannedServer(...boot({ navigation: { subscriptions: { visibility: 'byPermissions' } } }))

let here: World

const open = (facts: Partial<World> = {}, ...rights: string[]) => {
  here = world(facts)
  server.use(...billingHandlers(here))
  return renderPortal('/subscriptions', {
    server,
    ...(rights.length > 0 && { person: readOnly(...rights) }),
  })
}

const card = (name: string) => screen.findByRole('region', { name })

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:pdf')
  URL.revokeObjectURL = vi.fn()
})

test('the plan says what it costs, when it is charged next, and with what', async () => {
  open()
  const current = await card('Current plan')
  expect(current).toHaveTextContent('Team')
  expect(current).toHaveTextContent('$12 per month')
  expect(current).toHaveTextContent('$12 on December 22, 2026')
  expect(current).toHaveTextContent('Visa ending in 4242')
  expect(within(current).getByText('Active')).toBeVisible()
  expect(await card('Payment method')).toHaveTextContent('Expires 04/2099')
  expect(await card('Billing details')).toHaveTextContent('10115 Berlin')
  expect(await card('Billing details')).toHaveTextContent('Germany')
})

test('a plan is canceled at the end of its period, and renewed', async () => {
  open()
  server.use(
    http.put(`${ALL}/subscriptions/v1/:id/cancellations/`, () => {
      here.subscription = { ...SUBSCRIPTION, cancellation: { policy: 'atPeriodEnd' } }
      return new HttpResponse(null)
    }),
    http.put(`${ALL}/subscriptions/v1/:id/renewals/`, () => {
      here.subscription = SUBSCRIPTION
      return new HttpResponse(null)
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel plan' }))
  const question = await screen.findByRole('dialog', { name: 'Cancel Team?' })
  expect(question).toHaveTextContent('You keep Team until December 22, 2026')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel plan' }))
  const current = await card('Current plan')
  expect(await within(current).findByText('Your plan ends on December 22, 2026')).toBeVisible()
  expect(current).toHaveTextContent('Ends soon')
  expect(current).not.toHaveTextContent('Next payment')
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Renew plan' }))
  expect(await screen.findByText('Plan renewed')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Cancel plan' })).toBeVisible()
})

test('a refusal to cancel stays in the dialog, with its reason', async () => {
  open()
  server.use(
    http.put(`${ALL}/subscriptions/v1/:id/cancellations/`, () =>
      refusal(404, 'billing.subscription_not_found', 'Subscription not found.'),
    ),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel plan' }))
  const question = await screen.findByRole('dialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel plan' }))
  expect(await within(question).findByRole('alert')).toHaveTextContent('Subscription not found.')
})

test('a plan cannot be canceled if the vendor does not allow it', async () => {
  open({ rules: { allowPlanCancellation: false, allowPlanDowngrade: true } })
  await card('Current plan')
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
})

test.each<[Partial<World>, string, string]>([
  [{ subscription: TRIAL }, 'Trial', 'Then $12 is charged to Visa ending in 4242.'],
  [{ subscription: TRIAL, methods: [] }, 'Trial', 'Add a card to keep Team after that.'],
  [{ subscription: { ...TRIAL, status: 'trialEnded' } }, 'Trial ended', 'Your trial ended on December 6, 2026'],
  [
    { subscription: { ...SUBSCRIPTION, status: 'incomplete' } },
    'Payment incomplete',
    'The first payment did not go through',
  ],
  [{ subscription: { ...SUBSCRIPTION, status: 'expired' } }, 'Expired', 'Your subscription is unpaid'],
  [
    { subscription: { ...SUBSCRIPTION, status: 'canceled' } },
    'Canceled',
    'Your subscription ended on December 22, 2026',
  ],
])('%# a plan says what it is waiting for', async (facts, badge, notice) => {
  open(facts)
  const current = await card('Current plan')
  expect(within(current).getByText(badge)).toBeVisible()
  expect(current).toHaveTextContent(notice)
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
})

test('without a plan there is one thing to do', async () => {
  const { place } = open({
    subscription: null,
    methods: [],
    invoices: [],
    summary: { providerType: 'Stripe', externallyManaged: false },
  })
  expect(await screen.findByText('No plan yet')).toBeVisible()
  expect(await screen.findByText('No invoices yet')).toBeVisible()
  expect(await card('Payment method')).toHaveTextContent('No card yet')
  await userEvent.click(screen.getByRole('button', { name: 'Choose a plan' }))
  await waitFor(() => expect(place()).toBe('/subscriptions/plans'))
})

test('without a subscription the default plan is shown', async () => {
  const summary = { providerType: 'Stripe' as const, externallyManaged: false, defaultPlanId: BUSINESS.id }
  open({ subscription: null, summary })
  expect(await card('Current plan')).toHaveTextContent('Business of Acme Cloud')
})

test('a plan that is not for sale any more is still shown', async () => {
  const old = { ...TEAM, id: '00000000-0000-4000-8000-000000000009', name: 'Founders' }
  const facts = world()
  open({ summary: { ...facts.summary, currentPlanId: old.id } })
  server.use(http.get(`${BILLING}/plans/v1/:id`, () => HttpResponse.json(old)))
  expect(await card('Current plan')).toHaveTextContent('Founders')
})

test('billing that is managed elsewhere is only shown', async () => {
  const facts = world()
  open({ summary: { ...facts.summary, externallyManaged: true } })
  expect(await screen.findByText('Billing is externally managed')).toBeVisible()
  expect(await card('Current plan')).toHaveTextContent('Team')
  expect(screen.queryByRole('region', { name: 'Payment method' })).toBeNull()
  expect(screen.queryByRole('button', { name: /plan|card/i })).toBeNull()
})

test.each([
  ['no provider', []],
  ['one that is off', [{ providerType: 'Stripe', name: 'Stripe', status: '0' }]],
])('%s: the page says that it is not configured', async (_, providers) => {
  open()
  server.use(
    http.get(`${ALL}/payment-providers/v1`, () => HttpResponse.json(providers)),
    http.get(`${BILLING}/plans/v1`, () => refusal(404, 'billing.not_configured', 'Payment provider not configured')),
  )
  expect(await screen.findByText('Payment provider not configured')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('who may only look changes nothing', async () => {
  open({}, 'fe.subscriptions.read.*')
  await card('Current plan')
  expect(screen.getByText('Only administrators can change the subscription.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Change plan|Cancel plan|Replace card|Edit billing/ })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Download the PDF of invoice ACME-0008' })).toBeVisible()
})

test('without the permission the section is not there', async () => {
  open({}, 'fe.secure.read.users')
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Subscription' })).toBeNull()
})

test('what fails to load says so, and can be tried again', async () => {
  open()
  let tries = 0
  server.use(
    http.get(`${BILLING}/summaries/v1/:id`, () => {
      tries += 1
      return tries === 1 ? refusal(400, 'request.invalid', 'Not today') : HttpResponse.json(here.summary)
    }),
  )
  expect(await screen.findByText('Not today')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await card('Current plan')).toBeVisible()
})

test('a card that is over is said to be', async () => {
  open({ methods: [{ ...VISA, expMonth: 1, expYear: 2020 }] })
  const method = await card('Payment method')
  expect(method).toHaveTextContent('Expired 01/2020')
  expect(method).toHaveTextContent('Payments with this card are declined')
})

test('billing details are saved whole, and a wrong address stays at its field', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit billing details' }))
  const dialog = await screen.findByRole('dialog')
  const email = within(dialog).getByLabelText('Billing email')
  await userEvent.clear(email)
  await userEvent.type(email, 'nowhere')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save billing details' }))
  expect(await within(dialog).findByText(/Enter an email address/)).toBeVisible()
  expect(here.sent).toEqual([])
  await userEvent.type(email, '@acme.test')
  await userEvent.clear(within(dialog).getByLabelText('City'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save billing details' }))
  expect(await screen.findByText('Billing details saved')).toBeVisible()
  expect(here.sent).toEqual([
    {
      call: `PATCH /billing/payment-methods/v1/${VISA.id}/billing-details`,
      body: {
        email: 'nowhere@acme.test',
        address: {
          addressLine1: '1 Main Street',
          addressLine2: '',
          city: '',
          state: '',
          postalCode: '10115',
          country: 'DE',
        },
      },
    },
  ])
})

test('invoices have their state and amount in their own money, and a file', async () => {
  const yen = invoice(9, { currency: 'jpy', totalAmount: 1200, paid: false, status: 'open', paymentDate: null })
  open({ invoices: [invoice(8), yen] })
  const table = await screen.findByRole('table', { name: 'Invoices' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    'November 22, 2026ACME-0008Paid$12.00PDF',
    'November 22, 2026ACME-0009Open¥1,200PDF',
  ])
  let asked = ''
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  server.use(
    http.get(`${BILLING}/invoices/v1/:id/pdf`, ({ request }) => {
      asked = new URL(request.url).searchParams.get('outputFileName') ?? ''
      return new HttpResponse('%PDF-', { headers: { 'content-type': 'application/pdf' } })
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Download the PDF of invoice ACME-0008' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(asked).toBe('invoice-ACME-0008.pdf')
  saved.mockRestore()
})

test('a file that is not there is said in a toast', async () => {
  open()
  server.use(
    http.get(`${BILLING}/invoices/v1/:id/pdf`, () => refusal(404, 'billing.invoice_not_found', 'It has no file')),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Download the PDF of invoice ACME-0008' }))
  expect(await screen.findByText('It has no file')).toBeVisible()
})

test('many invoices are shown on demand, and the vendor may hide them all', async () => {
  const invoices = Array.from({ length: 14 }, (_, index) =>
    invoice(0, { id: `00000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}` }),
  )
  const view = open({ invoices })
  const table = await screen.findByRole('table', { name: 'Invoices' })
  expect(within(table).getAllByRole('row')).toHaveLength(13)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 14 invoices' }))
  expect(within(table).getAllByRole('row')).toHaveLength(15)
  view.unmount()

  const fieldsProperties = { invoices: { appearance: 'hidden' } }
  server.use(
    ...boot({
      navigation: { subscriptions: { visibility: 'byPermissions' } },
      themeV2: { adminPortal: { pages: { subscriptions: { fieldsProperties } } } },
    }),
  )
  open()
  await card('Current plan')
  expect(screen.queryByRole('region', { name: 'Invoices' })).toBeNull()
})
