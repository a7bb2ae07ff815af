import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { OverviewFigures, Revenue, RunningLicenses } from '../wire'

const OVERVIEW = '*/vendor/resources/overview/v1'
const MONTHS: RunningLicenses[] = [
  { month: '2026-02-01', paid: 4, trials: 2, issued: 1, began: 3, ended: 0 },
  { month: '2026-03-01', paid: 1200, trials: 1, issued: 1, began: 2, ended: 7 },
]
const EUROS: Revenue = {
  currency: 'EUR',
  months: [
    { month: '2026-02-01', recurring: 100_000, paid: 120_000, payments: 3 },
    { month: '2026-03-01', recurring: 90_050, paid: 0, payments: 0 },
  ],
}
const server = cannedServer(
  ...boot({}),
  http.get(`${OVERVIEW}/licenses`, () => HttpResponse.json({ months: MONTHS })),
  http.get(`${OVERVIEW}/revenue`, () => HttpResponse.json({ currencies: [EUROS], completeSince: null })),
)

const FIGURES: OverviewFigures = {
  tenants: { count: 1234, isMore: false },
  people: { count: 100_000, isMore: true },
  licenses: { count: 7, isMore: false },
  days: [
    { day: '2026-03-01', signIns: 12, people: 5 },
    { day: '2026-03-02', signIns: 8, people: 6 },
  ],
  completeSince: null,
  firstSteps: { brand: true, signIn: true, application: true, plan: true, customer: true },
  failing: { jobs: 0, webhooks: 0, sso: 0, messages: 0, paymentEvents: 0, paymentDifferences: 0 },
  paid: [
    { month: '2026-02-01', currency: 'EUR', total: 120_000, invoices: 3 },
    { month: '2026-03-01', currency: 'USD', total: 4_950, invoices: 1 },
  ],
}

const withFigures = (figures: Partial<OverviewFigures> = {}) =>
  server.use(http.get(OVERVIEW, () => HttpResponse.json({ ...FIGURES, ...figures })))

test('it is where the console begins, with its figures', async () => {
  withFigures()
  const { place } = renderConsole('/', { permissions: READ_ONLY, server })
  expect(await screen.findByText('1,234')).toBeVisible()
  expect(screen.getByText('More than 100,000')).toBeVisible()
  expect(screen.getByText('20 sign-ins in the last 30 days')).toBeVisible()
  expect(screen.getByText('Peak: 6 on one day')).toBeVisible()
  expect(place()).toBe('/overview')
})

test('what was paid is said by month and currency, the newest first', async () => {
  withFigures()
  renderConsole('/overview', { server })
  const [, march, february] = within(
    await screen.findByRole('table', { name: 'Card payments per month' }),
  ).getAllByRole('row')
  expect(march).toHaveTextContent('March 2026$49.501')
  expect(february).toHaveTextContent('February 2026€1,200.003')
})

test('figures that are incomplete say so; without payments nothing is drawn', async () => {
  withFigures({ completeSince: '2026-03-01T12:00:00Z', paid: [] })
  renderConsole('/overview', { server })
  expect(await screen.findByText(/are incomplete/)).toBeVisible()
  expect(screen.getByText('No card payments in the last year.')).toBeVisible()
})

test('a failure is reported with a retry button', async () => {
  server.use(http.get(OVERVIEW, () => refusal(409, 'conflict', 'Not now')))
  renderConsole('/overview', { server })
  expect(await screen.findByText('Not now')).toBeVisible()
  expect(screen.getByText('The statistics could not be loaded')).toBeVisible()
  expect(await screen.findByText(/1,202 active now/)).toBeVisible()
})

test('of what does not load each part is named', async () => {
  withFigures()
  server.use(http.get(`${OVERVIEW}/licenses`, () => refusal(403, 'access.missing_permission', 'No')))
  renderConsole('/overview', { server })
  expect(await screen.findByText('The licenses per month could not be loaded')).toBeVisible()
  expect(screen.getByText('Your role does not have access. Ask an owner to change your role.')).toBeVisible()
})

test('what fails now is said, each with its way; without anything it says so', async () => {
  withFigures({ failing: { jobs: 2, webhooks: 1, sso: 0, messages: 0, paymentEvents: 0, paymentDifferences: 0 } })
  const { history } = renderConsole('/overview', { server })
  const failing = within(await screen.findByRole('region', { name: 'Incidents' }))
  expect(failing.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['2 jobs failed', '1 webhook failing'])
  expect(failing.getByRole('link', { name: '1 webhook failing' })).toHaveAttribute(
    'href',
    expect.stringContaining('/connections?state=failing&kind=webhook'),
  )
  expect(history.location.pathname).toBe('/overview')
})

test('without permission an incident has no link', async () => {
  withFigures({ failing: { jobs: 2, webhooks: 0, sso: 0, messages: 0, paymentEvents: 0, paymentDifferences: 0 } })
  renderConsole('/overview', { permissions: ['vendor.read.tenants'], server })
  expect(await screen.findByText('2 jobs failed')).toBeVisible()
  expect(screen.queryByRole('link', { name: '2 jobs failed' })).toBeNull()
})

test('licenses are shown per month, also as a table', async () => {
  withFigures()
  renderConsole('/overview', { permissions: READ_ONLY, server })
  expect(await screen.findByText('1,202 active now; 2 started and 7 ended this month')).toBeVisible()
  const [, february, march] = within(
    screen.getByRole('table', { name: 'Licenses per month', hidden: true }),
  ).getAllByRole('row', { hidden: true })
  expect(february).toHaveTextContent('Feb 2026742130')
  expect(march).toHaveTextContent('Mar 20261,2021,2001127')
})

test('recurring revenue is shown per currency, with the payments of the month', async () => {
  withFigures()
  renderConsole('/overview', { permissions: READ_ONLY, server })
  expect(await screen.findByText('€900.50 this month so far')).toBeVisible()
  const [, february] = within(screen.getByRole('table', { name: 'In EUR', hidden: true })).getAllByRole('row', {
    hidden: true,
  })
  expect(february).toHaveTextContent('Feb 2026€1,000.00€1,200.003')
})

test('a failed chart does not hide the others, and without read access to licenses none are requested', async () => {
  withFigures()
  server.use(http.get(`${OVERVIEW}/revenue`, () => refusal(409, 'conflict', 'No revenue now')))
  const { unmount } = renderConsole('/overview', { server })
  expect(await screen.findByText('No revenue now')).toBeVisible()
  expect(await screen.findByText(/1,202 active now/)).toBeVisible()
  unmount()
  renderConsole('/overview', { permissions: ['vendor.read.tenants'], server })
  expect(await screen.findByText('20 sign-ins in the last 30 days')).toBeVisible()
  expect(screen.queryByText('Recurring revenue per month')).toBeNull()
})

test('without payments for subscriptions it says so', async () => {
  withFigures()
  server.use(
    http.get(`${OVERVIEW}/revenue`, () => HttpResponse.json({ currencies: [], completeSince: '2026-01-01T00:00:00Z' })),
  )
  renderConsole('/overview', { server })
  expect(await screen.findByText('No subscription payments in the last year.')).toBeVisible()
})

test('a new installation shows its first steps and no empty charts', async () => {
  const zeros = { paid: 0, trials: 0, issued: 0, began: 0, ended: 0 }
  withFigures({
    days: [{ day: '2026-03-01', signIns: 0, people: 0 }],
    firstSteps: { brand: true, signIn: false, application: false, plan: false, customer: false },
  })
  server.use(http.get(`${OVERVIEW}/licenses`, () => HttpResponse.json({ months: [{ month: '2026-03-01', ...zeros }] })))
  renderConsole('/overview', { server })
  const steps = within(await screen.findByRole('region', { name: 'Get started' }))
  expect(steps.getByText('1 of 5 completed. This list disappears when all steps are complete.')).toBeVisible()
  const [brand, signIn] = steps.getAllByRole('listitem')
  expect(brand).toHaveTextContent('(completed)')
  expect(signIn).toHaveTextContent('(to do)')
  expect(steps.getByRole('link', { name: 'Add your first customer' })).toHaveAttribute('href', '/tenants')
  expect(screen.getByText('No sign-ins in the last 30 days.')).toBeVisible()
  expect(await screen.findByText('No licenses were active in this period.')).toBeVisible()
  expect(screen.queryByText('0 sign-ins in the last 30 days')).toBeNull()
})

test('completed first steps disappear; without permission they are not links', async () => {
  withFigures()
  const { unmount } = renderConsole('/overview', { server })
  expect(await screen.findByText('20 sign-ins in the last 30 days')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull()
  unmount()
  withFigures({ firstSteps: { brand: false, signIn: true, application: true, plan: true, customer: true } })
  renderConsole('/overview', { permissions: ['vendor.read.tenants'], server })
  expect(await screen.findByText('Set your product name')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Set your product name' })).toBeNull()
})
