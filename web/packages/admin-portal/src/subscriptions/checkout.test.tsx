import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'
import {
  ALL,
  BILLING,
  BUSINESS,
  billingHandlers,
  plan,
  STRIPE,
  SUBSCRIPTION,
  TEAM,
  TEAM_YEARLY,
  TRIAL,
  VISA,
  type World,
  world,
} from './testing'

const server = cannedServer(...boot({ navigation: { subscriptions: { visibility: 'byPermissions' } } }))

let here: World

function open(path: string, facts: Partial<World> = {}, ...rights: string[]) {
  here = world(facts)
  server.use(
    ...billingHandlers(here),
    http.get(`${BILLING}/subscriptions/v1/:id/previews`, () =>
      HttpResponse.json({ amountDue: 1843, total: 1843, currency: 'usd', prorationDate: '2026-11-22T00:00:00Z' }),
    ),
  )
  return renderPortal(path, { server, ...(rights.length > 0 && { person: readOnly(...rights) }) })
}

const checkout = (id: string, facts: Partial<World> = {}) => open(`/subscriptions/checkout/${id}`, facts)

const NOBODYS: Partial<World> = {
  subscription: null,
  summary: { providerType: 'Stripe', externallyManaged: false, paymentMethodId: VISA.id },
}

const confirm = async (name: string) => {
  const button = await screen.findByRole('button', { name: `Confirm ${name}` })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

test('plans are compared by month or by year, and say what a year saves', async () => {
  const { place } = open('/subscriptions/plans')
  const choose = { name: 'Choose Business, $30 per month' }
  const options = within(await screen.findByRole('main')).getAllByRole
  await screen.findByRole('button', choose)
  expect(options('listitem').map((one) => one.textContent)).toEqual([
    'Team$12per monthTeam of Acme CloudYour plan',
    'Business$30per monthBusiness of Acme CloudChoose Business',
  ])
  await userEvent.click(screen.getByRole('radio', { name: 'Yearly' }))
  expect(options('listitem')[0]).toHaveTextContent('2 months free')
  await userEvent.click(screen.getByRole('radio', { name: 'Monthly' }))
  await userEvent.click(screen.getByRole('button', choose))
  await waitFor(() => expect(place()).toBe(`/subscriptions/checkout/${BUSINESS.id}`))
})

test('where the vendor does not allow it, no smaller plan is chosen', async () => {
  const free = plan('Solo', 7, 400)
  open('/subscriptions/plans', {
    plans: [free, TEAM, BUSINESS],
    rules: { allowPlanDowngrade: false, allowPlanCancellation: true },
  })
  expect(await screen.findByText('Contact Acme Cloud to change to this plan')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Choose Solo/ })).toBeNull()
  expect(screen.getByRole('button', { name: /Choose Business/ })).toBeVisible()
})

test('who may only look compares plans and chooses none', async () => {
  open('/subscriptions/plans', {}, 'fe.subscriptions.read.*')
  expect(await screen.findByText('Business')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Choose/ })).toBeNull()
})

test('nothing for sale is said', async () => {
  open('/subscriptions/plans', { plans: [], ...NOBODYS })
  expect(await screen.findByText('No plans available')).toBeVisible()
})

test('a change of plan says what is due, is sent once, and is confirmed', async () => {
  checkout(BUSINESS.id)
  let changes = 0
  server.use(
    http.put(`${ALL}/subscriptions/v1/:id`, async ({ request }) => {
      changes += 1
      here.sent.push({ call: 'change', body: await request.json() })
      return new HttpResponse(null)
    }),
  )
  const summary = await screen.findByRole('region', { name: 'Summary' })
  await waitFor(() => expect(summary).toHaveTextContent('Due now$18.43'))
  expect(summary).toHaveTextContent('Current planTeam, $12 per month')
  await userEvent.dblClick(await confirm('Business'))
  expect(await screen.findByRole('heading', { level: 1, name: 'You are subscribed to Business' })).toBeVisible()
  expect(screen.getByText('$30 per month. It renews automatically until you cancel.')).toBeVisible()
  expect(changes).toBe(1)
  expect(here.sent).toEqual([
    { call: 'change', body: { planId: BUSINESS.id, paymentMethodId: VISA.id, prorationDate: '2026-11-22T00:00:00Z' } },
  ])
})

test('a step down charges nothing now', async () => {
  const summary = { ...world().summary, currentPlanId: BUSINESS.id }
  checkout(TEAM.id, { summary })
  const shown = await screen.findByRole('region', { name: 'Summary' })
  await waitFor(() => expect(shown).toHaveTextContent('Due now$0.00. The unused part of your current plan is credited'))
})

test('a credit is said to be one', async () => {
  checkout(TEAM_YEARLY.id)
  server.use(
    http.get(`${BILLING}/subscriptions/v1/:id/previews`, () =>
      HttpResponse.json({ amountDue: 0, total: -500, currency: 'usd', prorationDate: '2026-11-22T00:00:00Z' }),
    ),
  )
  const shown = await screen.findByRole('region', { name: 'Summary' })
  await waitFor(() => expect(shown).toHaveTextContent('Credit$5.00, applied to your next payments'))
})

test('a trial that a card stands behind is confirmed without a call, and is active here', async () => {
  checkout(TEAM.id, { subscription: TRIAL })
  await userEvent.click(await confirm('Team'))
  expect(await screen.findByText('Your trial continues until December 6, 2026. Then $12 is charged.')).toBeVisible()
  expect(here.sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Go to subscription' }))
  const current = await screen.findByRole('region', { name: 'Current plan' })
  expect(within(current).getByText('Active')).toBeVisible()
  expect(here.sent).toEqual([])
})

test('a trial of another plan is told to the server', async () => {
  checkout(BUSINESS.id, { subscription: TRIAL })
  await userEvent.click(await confirm('Business'))
  expect(await screen.findByRole('heading', { level: 1, name: 'You are subscribed to Business' })).toBeVisible()
  expect(here.sent).toEqual([
    { call: `PUT /subscriptions/v1/${TRIAL.id}`, body: { planId: BUSINESS.id, paymentMethodId: VISA.id } },
  ])
})

test('without a card nothing is confirmed', async () => {
  checkout(TEAM.id, { subscription: TRIAL, methods: [] })
  expect(await screen.findByRole('button', { name: 'Add card' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Confirm Team' })).toBeDisabled()
})

test('the first subscription begins', async () => {
  const begun: unknown[] = []
  checkout(TEAM.id, NOBODYS)
  server.use(
    http.post(`${STRIPE}/subscriptions/v1`, async ({ request }) => {
      begun.push(await request.json())
      return HttpResponse.json({ subscriptionId: SUBSCRIPTION.id, subscriptionSecret: null })
    }),
  )
  expect(await screen.findByRole('region', { name: 'Summary' })).toHaveTextContent('Due now$12')
  await userEvent.click(await confirm('Team'))
  expect(await screen.findByRole('heading', { level: 1, name: 'You are subscribed to Team' })).toBeVisible()
  expect(begun).toEqual([{ stripePlanId: TEAM.id }])
  expect(here.sent).toEqual([])
})

test('what is left to pay of it is paid with the card', async () => {
  checkout(TEAM.id, NOBODYS)
  server.use(
    http.post(`${STRIPE}/subscriptions/v1`, () =>
      HttpResponse.json({ subscriptionId: SUBSCRIPTION.id, subscriptionSecret: 'pi_1_secret_1' }),
    ),
  )
  await userEvent.click(await confirm('Team'))
  expect(await screen.findByRole('heading', { level: 1, name: 'You are subscribed to Team' })).toBeVisible()
  expect(here.sent).toEqual([
    { call: `PUT /subscriptions/v1/${SUBSCRIPTION.id}`, body: { planId: TEAM.id, paymentMethodId: VISA.id } },
  ])
})

test('a first subscription with a trial says how long it is', async () => {
  checkout(TEAM.id, { ...NOBODYS, plans: [{ ...TEAM, trialDays: 14 }] })
  expect(await screen.findByRole('region', { name: 'Summary' })).toHaveTextContent('14 days free, then $12 per month')
})

test('a declined card changes nothing, says why, and can be tried again', async () => {
  checkout(BUSINESS.id)
  server.use(
    http.put(`${ALL}/subscriptions/v1/:id`, () =>
      refusal(409, 'billing.card_declined', 'Your card has insufficient funds.'),
    ),
  )
  await userEvent.click(await confirm('Business'))
  expect(await screen.findByText('Nothing was changed')).toBeVisible()
  expect(screen.getByText('Your card has insufficient funds.')).toBeVisible()
  expect(await confirm('Business')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Confirm your plan' })).toBeVisible()
})

test('what cannot be worked out is not confirmed', async () => {
  checkout(BUSINESS.id)
  server.use(
    http.get(`${BILLING}/subscriptions/v1/:id/previews`, () =>
      refusal(503, 'billing.provider_unavailable', 'The provider does not answer'),
    ),
  )
  expect(await screen.findByText('The amount due could not be calculated')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Confirm Business' })).toBeDisabled()
  server.use(
    http.get(`${BILLING}/subscriptions/v1/:id/previews`, () =>
      HttpResponse.json({ amountDue: 1, total: 1, currency: 'usd', prorationDate: '2026-11-22T00:00:00Z' }),
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await confirm('Business')).toBeEnabled()
})

test('a plan that is not for sale leads back to those that are', async () => {
  const { place } = checkout('00000000-0000-4000-8000-000000000000')
  expect(await screen.findByText('This plan is no longer available')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'See all plans' }))
  await waitFor(() => expect(place()).toBe('/subscriptions/plans'))
})
