import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { readOnly, renderPortal } from '../testing'
import type { UsageMonth } from '../wire'
import { trendOf } from './figures'

const NAVIGATION = { usage: { visibility: 'byPermissions' } }
const server = cannedServer(...boot({ navigation: NAVIGATION }))

const month = (name: string, activePeople: number, facts: Partial<UsageMonth> = {}): UsageMonth => ({
  month: name,
  activePeople,
  signIns: activePeople * 10,
  tokensCreated: 0,
  seats: null,
  apiCalls: null,
  ...facts,
})

const MONTHS = [month('2026-09', 10), month('2026-10', 12), month('2026-11', 3)]

const flagged = (value: 'on' | 'off' = 'on') => http.get('*/flags', () => HttpResponse.json({ 'fe-usage-page': value }))

function open(months: readonly UsageMonth[], ...rights: string[]) {
  server.use(
    flagged(),
    http.get('*/usage/resources/v1', () => HttpResponse.json({ months })),
  )
  return renderPortal('/usage', { server, ...(rights.length > 0 && { person: readOnly(...rights) }) })
}

const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:csv')
  URL.revokeObjectURL = vi.fn()
})

test('each figure says what happened in the last month that is over, and has its numbers as a table', async () => {
  open(MONTHS)
  const [people, signIns] = await screen.findAllByRole('figure')
  expect(people).toHaveTextContent('12 in October 2026, 20% more than the previous month')
  expect(signIns).toHaveTextContent('120 in October 2026, 20% more than the previous month')
  const table = within(people as HTMLElement).getByRole('table', { name: 'Active users', hidden: true })
  expect(
    within(table)
      .getAllByRole('row', { hidden: true })
      .map((row) => row.textContent),
  ).toEqual(['MonthUsers who signed in', 'Sep 202610', 'Oct 202612', 'Nov 2026, so far3'])
})

test('without a license there are no seats, and with one there are', async () => {
  const view = open(MONTHS)
  expect(await screen.findAllByRole('figure')).toHaveLength(3)
  view.unmount()
  open([month('2026-10', 5, { seats: 4 }), month('2026-11', 3, { seats: 2 })])
  await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(4))
  expect(screen.getAllByRole('figure')[2]).toHaveTextContent('Seats in use')
})

test('the numbers are a file', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  open([month('2026-10', 5), month('2026-11', 3)])
  await userEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }))
  const file = vi.mocked(URL.createObjectURL).mock.calls[0]?.[0] as Blob
  expect((await textOf(file)).replace('\uFEFF', '')).toBe(
    '"Month","Users who signed in","Sign-ins","API tokens created"\r\n' +
      '"2026-10","5","50","0"\r\n"2026-11","3","30","0"\r\n',
  )
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
})

test('calls are drawn from the month on of which all were counted, and those before are empty in the file', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  open([
    month('2026-08', 5),
    month('2026-09', 5, { apiCalls: 1000 }),
    month('2026-10', 5, { apiCalls: 1500 }),
    month('2026-11', 3, { apiCalls: 700 }),
  ])
  const calls = (await screen.findAllByRole('figure'))[2] as HTMLElement
  expect(calls).toHaveTextContent('API calls')
  expect(calls).toHaveTextContent('1,500 in October 2026, 50% more than the previous month')
  expect(
    within(calls)
      .getAllByRole('row', { hidden: true })
      .map((row) => row.textContent),
  ).toEqual(['MonthAPI calls', 'Sep 20261,000', 'Oct 20261,500', 'Nov 2026, so far700'])
  await userEvent.click(screen.getByRole('button', { name: 'Download as CSV' }))
  const file = vi.mocked(URL.createObjectURL).mock.calls[0]?.[0] as Blob
  expect((await textOf(file)).split('\r\n').slice(1, 3)).toEqual([
    '"2026-08","5","50","","0"',
    '"2026-09","5","50","1000","0"',
  ])
  saved.mockRestore()
})

test('nothing yet looks like nothing yet', async () => {
  open([month('2026-11', 0)])
  expect(await screen.findByText('No usage yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull()
})

test('a failure can be tried again', async () => {
  open(MONTHS)
  let tries = 0
  server.use(
    http.get('*/usage/resources/v1', () => {
      tries += 1
      return tries === 1 ? refusal(400, 'request.invalid', 'Not today') : HttpResponse.json({ months: MONTHS })
    }),
  )
  expect(await screen.findByText('Not today')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findAllByRole('figure')).not.toHaveLength(0)
})

test('it takes the permission', async () => {
  open(MONTHS, 'fe.secure.read.users')
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Usage' })).toBeNull()
})

test('it takes the flag', async () => {
  server.use(flagged('off'))
  const { place } = renderPortal('/usage', { server, person: readOnly('fe.usage.read') })
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await waitFor(() => expect(place()).toBe('/profile'))
})

test.each<[string, number[], ReturnType<typeof trendOf>['kind'], number]>([
  ['grew', [10, 15, 1], 'more', 50],
  ['shrank', [10, 5, 1], 'less', 50],
  ['stayed', [10, 10, 1], 'same', 0],
  ['has only one month before', [5, 1], 'only', 0],
  ['came from nothing', [0, 5, 1], 'only', 0],
  ['is in its first month', [5], 'only', 0],
  ['has nothing', [0, 0], 'none', 0],
])('%s', (_, counts, kind, percent) => {
  const months = counts.map((count, place) => month(`2026-0${place + 1}`, count))
  expect(trendOf(months, 'activePeople')).toMatchObject({ kind, percent })
})
