import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { readOnly, renderPortal } from '../testing'
import type { Report } from '../wire'

const server = cannedServer(...boot({ navigation: { reports: { visibility: 'byPermissions' } } }))

const LIST = '*/reports/resources/reports/v2/tenant-reports'
const ENGINE = '*/reports/engine/resources/triggers/v1'
const ALL = ['fe.secure.read.audits', 'fe.secure.read.securityPolicy', 'fe.secure.write.accountSettings']

const report = (name: string, facts: Partial<Report> = {}): Report => ({
  id: `r-${name.split(' ')[1]}`,
  name,
  description: `${name}, as the server says`,
  status: 'inactive',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  htmlTemplate: '',
  customerListApiUrl: '',
  type: 'html',
  dataFilters: [],
  ...facts,
})
const ACTIVITY = report('Account activity')
const SECURITY = report('Account security')

let listed: Report[] = []
let asked: unknown[] = []

beforeEach(() => {
  listed = [ACTIVITY, SECURITY]
  asked = []
  server.use(
    http.get(LIST, () => HttpResponse.json(listed)),
    http.get(`${ENGINE}/preview-report`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const { days } = JSON.parse(atob(query.get('dataFilters') ?? '')) as { days: number }
      return HttpResponse.html(`<p>${query.get('templateId')} of ${days} days</p>`)
    }),
    http.post(`${ENGINE}/tenant-reports`, async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null)
    }),
    http.post('*/reports/resources/reports/v2/:id/tenant-reports', async ({ request, params }) => {
      const body = (await request.json()) as { interval: 'daily' | 'weekly' | 'monthly'; tz: string; active: boolean }
      asked.push([params.id, body])
      const made: Report = {
        ...ACTIVITY,
        status: body.active ? 'active' : 'inactive',
        schedule: { ...body, cron: '0 7 1 * *', dataFilters: { days: 30 } },
      }
      listed = [made, SECURITY]
      return HttpResponse.json(made)
    }),
  )
})

const open = (...rights: string[]) => renderPortal('/reports', { server, person: readOnly(...rights) })
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const frame = () => screen.findByTitle(/Account activity, the last/)

test('a report is looked at in a frame that runs nothing, for another period, and downloaded', async () => {
  URL.createObjectURL = vi.fn(() => 'blob:report')
  URL.revokeObjectURL = vi.fn()
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  open(...ALL)
  await press('View Account activity')
  expect(await frame()).toHaveAttribute('srcdoc', '<p>r-activity of 7 days</p>')
  expect(await frame()).toHaveAttribute('sandbox', '')
  await userEvent.click(screen.getByRole('combobox', { name: 'Period' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Last 30 days' }))
  await waitFor(async () => expect(await frame()).toHaveAttribute('srcdoc', '<p>r-activity of 30 days</p>'))
  await press('Download')
  expect(saved).toHaveBeenCalledOnce()
  expect(vi.mocked(URL.createObjectURL).mock.calls[0]?.[0]).toHaveProperty('type', 'text/html')
  saved.mockRestore()
})

test('a report is sent to the entered members; others are rejected at the field', async () => {
  open(...ALL)
  await press('Send Account activity')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Account activity' }))
  expect(dialog.getByText('ada@acme.test')).toBeVisible()
  await userEvent.type(dialog.getByRole('combobox', { name: 'Recipients' }), 'grace@{enter}')
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText('Invalid email address: grace@')).toBeVisible()
  await userEvent.type(dialog.getByRole('combobox', { name: 'Recipients' }), '{backspace}grace@acme.test{enter}')
  server.use(
    http.post(
      `${ENGINE}/tenant-reports`,
      () => refusal(400, 'reports.not_a_member', 'Reports can only be sent to members of this organization'),
      { once: true },
    ),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText('Reports can only be sent to members of this organization')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('Account activity sent to 2 recipients')).toBeVisible()
  expect(asked).toEqual([
    { templateId: 'r-activity', to: ['ada@acme.test', 'grace@acme.test'], dataFilters: btoa('{"days":7}') },
  ])
})

async function choose(field: string, option: string) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Account activity' }))
  await userEvent.click(dialog.getByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

test('it is mailed regularly, and then no more', async () => {
  open(...ALL)
  expect(await (await card('Account activity')).findByText('Not scheduled')).toBeVisible()
  await press('Schedule Account activity')
  await choose('Frequency', 'On the first of each month')
  await press('Save schedule')
  expect(await screen.findByText('Account activity scheduled')).toBeVisible()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(asked).toEqual([['r-activity', { interval: 'monthly', tz: timeZone, active: true, dataFilters: '' }]])
  expect(
    await (await card('Account activity')).findByText(/^Emailed on the first of each month at 07:00/),
  ).toBeVisible()

  await press('Schedule Account activity')
  await choose('Frequency', 'Never')
  await press('Save schedule')
  expect(await screen.findByText('Account activity is no longer scheduled')).toBeVisible()
  expect(asked[1]).toEqual(['r-activity', { interval: 'monthly', tz: timeZone, active: false, dataFilters: '' }])
})

test('a user with read-only access views the reports of their role only', async () => {
  open('fe.secure.read.audits')
  const activity = await card('Account activity')
  expect(activity.getAllByRole('button').map((one) => one.textContent)).toEqual(['View'])
  const security = await card('Account security')
  expect(security.queryByRole('button')).not.toBeInTheDocument()
  expect(security.getByText(/Your role does not include this report/)).toBeVisible()
})

test('a report that is new here has the words of the server', async () => {
  listed = [report('Account billing')]
  open(...ALL)
  expect(await (await card('Account billing')).findByText('Account billing, as the server says')).toBeVisible()
})

test('a failure can be tried again', async () => {
  open(...ALL)
  server.use(http.get(LIST, () => refusal(400, 'request.invalid', 'Not today'), { once: true }))
  expect(await screen.findByText('Not today')).toBeVisible()
  await press('Try again')
  expect(await screen.findByRole('region', { name: 'Account activity' })).toBeVisible()
})

test('it takes the permission', async () => {
  const { place } = open('fe.secure.read.users')
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Reports' })).not.toBeInTheDocument()
  await waitFor(() => expect(place()).toBe('/profile'))
})
