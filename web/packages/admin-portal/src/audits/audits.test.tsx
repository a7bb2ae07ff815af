import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { ADMIN, readOnly, renderPortal } from '../testing'
import type { Audit } from '../wire'

const server = cannedServer(...boot())

const AUDITS = '*/audits'
const EXPORT = '*/audits/export/csv/v2'
let serial = 0

function entry(description: string, facts: Partial<Audit> = {}): Audit {
  serial += 1
  return {
    _id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    createdAt: '2026-03-01T12:30:15.250Z',
    email: 'ada@acme.test',
    action: 'role.created',
    description,
    ip: '203.0.113.7',
    severity: 'Medium',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
    tenantId: '00000000-0000-4000-8000-00000000aaaa',
    vendorId: '00000000-0000-4000-8000-00000000bbbb',
    json: { name: 'Analyst' },
    ...facts,
  }
}

const CREATED = entry('Created the role Analyst')
const EXPIRED = entry('A license ran out', { email: '', ip: '', userAgent: null, severity: 'Critical', json: {} })

const DAYS = [
  { day: '2026-11-21', count: 0 },
  { day: '2026-11-22', count: 1204 },
  { day: '2026-11-23', count: 7 },
]

/** What the list was asked for, newest last. */
let asked: URLSearchParams[] = []

function withAudits(page: object = {}, properties: object[] = []) {
  server.use(
    http.get(AUDITS, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ data: [CREATED, EXPIRED], total: 2, ...page })
    }),
    http.get('*/audits/stats', () => HttpResponse.json({ totalToday: 1234, severeThisWeek: 3 })),
    http.get('*/audits/stats/days', () => HttpResponse.json({ days: DAYS })),
    http.get('*/metadata', ({ request }) => {
      const entityName = new URL(request.url).searchParams.get('entityName')
      if (entityName !== 'audits') return undefined
      const at = '2026-01-01T00:00:00Z'
      const ids = { id: CREATED.tenantId, vendorId: CREATED.vendorId }
      return HttpResponse.json({
        rows: [{ ...ids, entityName, configuration: {}, properties, createdAt: at, updatedAt: at }],
      })
    }),
  )
}

beforeEach(() => {
  asked = []
  localStorage.clear()
})

/** The browser of the tests has no files. */
function saves(save: (file: Blob) => unknown) {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${save(file)}`, revokeObjectURL() {} }),
  )
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

test('the log opens as the spec says, newest first, with its figures', async () => {
  withAudits()
  const { place } = renderPortal('/audits', { server })
  const created = await row('Created the role Analyst')
  expect(within(created).getByText('ada@acme.test')).toBeVisible()
  expect(within(created).getByText('role.created')).toBeVisible()
  expect(within(created).getByText('203.0.113.7')).toBeVisible()
  expect(within(created).getByText('Medium')).toBeVisible()
  expect(within(await row('A license ran out')).getByText('System')).toBeVisible()
  const wanted = { offset: '0', count: '20', sortBy: 'createdAt', sortDirection: 'desc' }
  expect(Object.fromEntries(asked[0] ?? [])).toEqual(wanted)
  expect(place()).toBe('/audits')
  expect(await screen.findByText('1,234')).toBeVisible()
  expect(screen.getByText('Severe entries this week').nextSibling).toHaveTextContent('3')
})

test('all eight columns are there to be shown', async () => {
  withAudits()
  renderPortal('/audits', { server })
  await row('Created the role Analyst')
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const names = ['User', 'Action', 'Description', 'IP address', 'Severity', 'User agent', 'JSON data']
  for (const name of names) expect(await screen.findByRole('menuitemcheckbox', { name })).toBeVisible()
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'User agent' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'JSON data' }))
  expect(await screen.findByText('Chrome on macOS')).toBeInTheDocument()
  expect(screen.getByText('{"name":"Analyst"}')).toBeInTheDocument()
})

test('a choice of columns is kept, and is one person’s own', async () => {
  withAudits()
  const first = renderPortal('/audits', { server })
  await row('Created the role Analyst')
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Severity' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Severity' })).not.toBeInTheDocument())
  first.unmount()
  const again = renderPortal('/audits', { server })
  await row('Created the role Analyst')
  expect(screen.queryByRole('columnheader', { name: 'Severity' })).not.toBeInTheDocument()
  again.unmount()
  renderPortal('/audits', { server, person: { ...ADMIN, id: 'u2' } })
  await row('Created the role Analyst')
  expect(screen.getByRole('columnheader', { name: 'Severity' })).toBeInTheDocument()
})

test('columns that the vendor does not show are not there', async () => {
  withAudits({}, [
    { name: 'createdAt' },
    { name: 'description', showInTable: true },
    { name: 'ip', showInTable: false },
  ])
  renderPortal('/audits', { server })
  await row('Created the role Analyst')
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'IP address' })).not.toBeInTheDocument())
  expect(within(screen.getByRole('table', { name: 'Audit log' })).getAllByRole('columnheader')).toHaveLength(2)
})

test('search, filters, sort and page live in the address', async () => {
  withAudits({ total: 70 })
  const filters = 'createdAt=2026-03-01..2026-03-05&severity=High&email=ada&ip=203'
  const { place } = renderPortal(`/audits?page=2&filter=role&${filters}`, { server })
  await row('Created the role Analyst')
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    offset: '20',
    count: '20',
    sortBy: 'createdAt',
    sortDirection: 'desc',
    filter: 'role',
    createdAt: '2026-03-01..2026-03-05',
    severity: 'High',
    email: 'ada',
    ip: '203',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Severity' }))
  await waitFor(() => expect(place()).toContain('sort=severity&order=asc'))
  await waitFor(() => expect(asked.at(-1)?.get('sortBy')).toBe('severity'))
  expect(asked.at(-1)?.get('offset')).toBe('0')
})

test('a page beyond what any list counts is asked for at its end', async () => {
  withAudits()
  renderPortal('/audits?page=9000', { server })
  await waitFor(() => expect(asked[0]?.get('offset')).toBe('10000'))
})

test('an entry opens with all that is known, under its own address', async () => {
  withAudits()
  const { place } = renderPortal('/audits', { server })
  const created = await row('Created the role Analyst')
  await userEvent.click(within(created).getByRole('button'))
  const drawer = await screen.findByRole('dialog', { name: 'Created the role Analyst' })
  expect(place()).toBe(`/audits/${Date.parse(CREATED.createdAt)}-${CREATED._id}`)
  expect(drawer).toHaveTextContent('"name": "Analyst"')
  expect(drawer).toHaveTextContent('Chrome on macOS')
  expect(drawer).toHaveTextContent(CREATED._id)
})

test('an entry is found by its address alone', async () => {
  withAudits()
  renderPortal(`/audits/${Date.parse(EXPIRED.createdAt)}-${EXPIRED._id}?filter=else`, { server })
  expect(await screen.findByRole('dialog', { name: 'A license ran out' })).toHaveTextContent('System')
  const one = asked.find((query) => query.has('created_from'))
  expect(one?.get('created_from')).toBe('2026-03-01T12:30:15.250Z')
  expect(one?.get('created_to')).toBe('2026-03-01T12:30:15.251Z')
})

test.each(['1772368215250-nothing', 'nothing', '999999999999999-x'])('the entry %s is nowhere', async (id) => {
  withAudits()
  renderPortal(`/audits/${id}`, { server })
  expect(await screen.findByText('Entry not found')).toBeVisible()
})

test('where the search ended is said, and goes on from there', async () => {
  withAudits({ searchedTo: '2026-02-10T12:00:00Z' })
  const { place } = renderPortal('/audits?severity=High', { server })
  expect(await screen.findByText(/Searched the most recent 10,000 entries, back to Feb 10, 2026/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Search earlier entries' }))
  await waitFor(() => expect(place()).toContain('createdAt=..2026-02-10'))
  await waitFor(() => expect(asked.at(-1)?.get('createdAt')).toBe('..2026-02-10'))
})

test('the whole log says so on its last page only', async () => {
  withAudits({ total: 10_000, searchedTo: '2026-02-10T12:00:00Z' })
  const { history } = renderPortal('/audits', { server })
  await row('Created the role Analyst')
  expect(screen.queryByText(/newest 10,000/)).not.toBeInTheDocument()
  history.push('/audits?page=500')
  expect(await screen.findByText(/Showing the most recent 10,000 entries/)).toBeVisible()
})

test('what is shown is exported as a file, on all its pages', async () => {
  withAudits()
  const exported: { query: object; body: unknown }[] = []
  const files: Blob[] = []
  saves((file) => files.push(file))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  server.use(
    http.post(EXPORT, async ({ request }) => {
      exported.push({
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: await request.json(),
      })
      return new HttpResponse('Time,User\r\na,"b\nc"\r\nd,e\r\n', {
        status: 201,
        headers: { 'content-type': 'text/csv; charset=utf-8' },
      })
    }),
  )
  renderPortal('/audits?severity=High&page=1', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('2 entries exported')).toBeVisible()
  expect(exported[0]?.query).toEqual({
    sortBy: 'createdAt',
    sortDirection: 'desc',
    severity: 'High',
    outputFileName: 'audits.csv',
  })
  expect(exported[0]?.body).toHaveProperty('properties.length', 8)
  expect(exported[0]?.body).toHaveProperty('properties.0', { name: 'createdAt', displayName: 'Time' })
  expect(click).toHaveBeenCalledOnce()
  expect(files[0]?.size).toBe(25)
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible()
})

test('the same goes into a table to print', async () => {
  withAudits()
  const files: Blob[] = []
  const exported: object[] = []
  saves((file) => files.push(file))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  server.use(
    http.post('*/audits/export/pdf', ({ request }) => {
      exported.push(Object.fromEntries(new URL(request.url).searchParams))
      return new HttpResponse('%PDF', { status: 201, headers: { 'content-type': 'application/pdf' } })
    }),
  )
  renderPortal('/audits?severity=High', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Export PDF' }))
  expect(await screen.findByText(/^PDF saved/)).toBeVisible()
  expect(files.map(({ size, type }) => [size, type])).toEqual([[4, 'application/pdf']])
  const query = { sortBy: 'createdAt', sortDirection: 'desc', severity: 'High', outputFileName: 'audits.pdf' }
  expect(exported).toEqual([query])
})

test('an export that is called off saves nothing', async () => {
  withAudits()
  const save = vi.fn()
  saves(save)
  server.use(http.post(EXPORT, () => new Promise<never>(() => undefined)))
  renderPortal('/audits', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('0 of 2 entries exported')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel export' }))
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible()
  expect(save).not.toHaveBeenCalled()
  expect(screen.queryByText(/broke off/)).not.toBeInTheDocument()
})

test('why an export is refused is said', async () => {
  withAudits()
  server.use(http.post(EXPORT, () => refusal(429, 'rate.limited', 'Too many attempts. Try again in a moment.')))
  renderPortal('/audits', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText(/The export failed\./)).toBeVisible()
})

test('the log is there when its figures are not', async () => {
  withAudits()
  server.use(http.get('*/audits/stats', () => refusal(409, 'conflict', 'Not now')))
  renderPortal('/audits', { server })
  expect(await row('Created the role Analyst')).toBeVisible()
  expect(screen.queryByText('Entries today')).not.toBeInTheDocument()
})

test('who may not read the log does not find it', async () => {
  withAudits()
  renderPortal('/audits', { server, person: readOnly('fe.secure.read.users') })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Audit log' })).not.toBeInTheDocument())
  expect(asked).toEqual([])
})

test('the last days are drawn, and stand in a table too', async () => {
  withAudits()
  renderPortal('/audits', { server })
  expect(await screen.findByText('Peak on Nov 22: 1,204')).toBeVisible()
  await userEvent.click(screen.getByText('Show as a table'))
  const table = screen.getByRole('table', { name: 'Entries per day' })
  expect(within(table).getByRole('row', { name: 'Nov 23 7' })).toBeVisible()
})

test('one day is no course of time', async () => {
  withAudits()
  server.use(http.get('*/audits/stats/days', () => HttpResponse.json({ days: DAYS.slice(-1) })))
  renderPortal('/audits', { server })
  expect(await row('Created the role Analyst')).toBeVisible()
  expect(screen.queryByText('Entries per day')).not.toBeInTheDocument()
})
