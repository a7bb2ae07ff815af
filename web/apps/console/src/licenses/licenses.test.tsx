import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { i18n } from '@gatehouse/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { License, LicenseReport } from '../wire'

const server = cannedServer(...boot({}))
afterEach(async () => {
  localStorage.clear()
  await i18n.changeLanguage('en')
})
const TENANT = '00000000-0000-4000-8000-00000000aaaa'
const AT = '2026-01-01T00:00:00Z'

const TEAM: License = {
  id: '00000000-0000-4000-8000-000000000001',
  fingerprint: 'a'.repeat(32),
  name: 'Team tools',
  tenantId: TENANT,
  tenantName: 'Acme',
  organizationName: 'Acme',
  licenseType: 'teams',
  isTrial: false,
  source: 'issued',
  state: 'VALID',
  maxSeats: 5,
  usedSeats: 2,
  createdAt: AT,
}
const ACME = {
  id: TENANT,
  tenantId: TENANT,
  vendorId: TENANT,
  name: 'Acme',
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  createdAt: AT,
  updatedAt: AT,
}

/** Serves one license and applies changes. Returns the requests. */
function withLicense(facts: Partial<License> = {}) {
  let license = { ...TEAM, ...facts }
  const asked: unknown[] = []
  const licenses = '*/tenants/resources/licenses/v1'
  const then = (name: string, change: Partial<License>) => () => {
    asked.push(name)
    license = { ...license, ...change }
    return HttpResponse.json(license)
  }
  server.use(
    http.get(licenses, ({ request }) => {
      asked.push(['LIST', Object.fromEntries(new URL(request.url).searchParams)])
      return HttpResponse.json({ items: [license], _metadata: { totalItems: 1, totalPages: 1 } })
    }),
    http.get(`${licenses}/:fingerprint`, () => HttpResponse.json(license)),
    http.get(`${licenses}/:fingerprint/timeline`, () =>
      HttpResponse.json({
        items: [
          { at: AT, kind: 'payment', name: 'subscription.updated', text: 'applied', attempts: 2 },
          {
            at: AT,
            kind: 'audit',
            name: 'license.issued',
            text: 'Issued with 5 seats',
            actor: 'ada@vendor.test',
            json: { name: 'Team tools', seats: 5 },
          },
        ],
      }),
    ),
    http.get('*/tenants/v2', () => HttpResponse.json({ items: [ACME], _metadata: { totalItems: 1, totalPages: 1 } })),
    http.post(`${licenses}/:fingerprint/suspend`, then('suspend', { state: 'SUSPENDED', suspendedAt: AT })),
    http.post(`${licenses}/:fingerprint/revoke`, then('revoke', { state: 'REVOKED', revokedAt: AT })),
    http.post(`${licenses}/:fingerprint/restore`, () => {
      const { suspendedAt: _, revokedAt: __, ...rest } = license
      license = { ...rest, state: 'VALID' }
      asked.push('restore')
      return HttpResponse.json(license)
    }),
    http.post(`${licenses}/:fingerprint/extend`, async ({ request }) => {
      const { until } = (await request.json()) as { until: string }
      if (until === '2020-01-01') return refusal(400, 'licenses.day_passed', 'This date is in the past')
      asked.push(until)
      license = { ...license, extendedUntil: `${until}T23:59:59Z`, validTo: `${until}T23:59:59Z` }
      return HttpResponse.json(license)
    }),
    http.post(`${licenses}/:fingerprint/rotate-key`, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ key: 'GH-NEWNEWNE' })
    }),
    http.patch(`${licenses}/:fingerprint`, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(license)
    }),
  )
  return asked
}

const opened = () => screen.findByRole('dialog', { name: 'Team tools' })

async function choose(drawer: HTMLElement, action: string) {
  const direct = within(drawer).queryByRole('button', { name: action })
  if (direct) return userEvent.click(direct)
  await userEvent.click(within(drawer).getByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('licenses of all tenants are listed, and narrowed down by the server', async () => {
  const asked = withLicense({ state: 'PAST_DUE', source: 'paid' })
  renderConsole('/licenses/all?filter=team&state=PAST_DUE&source=paid', { server })
  const row = await screen.findByRole('row', {
    name: /Team tools Acme Past due 2 of 5 Paid When the subscription ends/,
  })
  expect(row).toBeVisible()
  expect(asked).toEqual([
    [
      'LIST',
      {
        _filter: 'team',
        _state: 'PAST_DUE',
        _source: 'paid',
        _offset: '0',
        _limit: '20',
        _order: 'DESC',
        _sortBy: 'createdAt',
      },
    ],
  ])
})

test('the timeline is in the language of the reader', async () => {
  localStorage.setItem('gatehouse-language', 'de')
  withLicense()
  renderConsole(`/licenses/all/${TEAM.fingerprint}`, { server })
  expect(await screen.findByText('Team tools durch den Anbieter ausgestellt, Plätze: 5')).toBeVisible()
})

test('one that is paid for says when it renews', async () => {
  withLicense({ source: 'paid', billing: { status: 'active', isPastDue: false, nextPayment: '2126-03-04T12:00:00Z' } })
  renderConsole('/licenses/all', { server })
  expect(
    await screen.findByRole('row', { name: /Team tools Acme Active 2 of 5 Paid Renews Mar 4, 2126/ }),
  ).toBeVisible()
})

test('those that end soon, of one tenant, are asked for by a moment and its id', async () => {
  const asked = withLicense()
  renderConsole(`/licenses/all?ends=30&tenant=${TENANT}`, { server })
  expect(await screen.findByText('Team tools')).toBeVisible()
  const [, query] = asked[0] as [string, Record<string, string>]
  expect(query._tenantId).toBe(TENANT)
  expect(Date.parse(query._endsBefore ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000)
})

test('a license is issued; what the server refuses stands at its field', async () => {
  const user = userEvent.setup()
  withLicense()
  const bodies: unknown[] = []
  server.use(
    http.post('*/licenses/v1', async ({ request }) => {
      const body = (await request.json()) as { billingEmail?: string }
      bodies.push(body)
      return body.billingEmail
        ? HttpResponse.json(TEAM, { status: 201 })
        : refusal(409, 'licenses.organization_needed', 'Say where its bills go')
    }),
  )
  renderConsole('/licenses', { server })
  await user.click(await screen.findByRole('button', { name: 'Issue license' }))
  const dialog = await screen.findByRole('dialog', { name: 'Issue license' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Acme' }))
  await user.type(within(dialog).getByLabelText(/Reference/), 'order-7')
  await user.click(within(dialog).getByRole('button', { name: 'Issue license' }))
  expect(await within(dialog).findByText('Say where its bills go')).toBeVisible()
  await user.type(within(dialog).getByLabelText(/Billing email/), 'bills@acme.test')
  await user.click(within(dialog).getByRole('button', { name: 'Issue license' }))
  expect(await screen.findByText('License Team tools issued to Acme')).toBeVisible()
  const same = { tenantId: TENANT, seats: 5, licenseType: 'teams', reference: 'order-7' }
  expect(bodies).toEqual([same, { ...same, billingEmail: 'bills@acme.test' }])
})

test('the details tell its story, and it is suspended and restored', async () => {
  const asked = withLicense()
  renderConsole(`/licenses/all/${TEAM.fingerprint}`, { server })
  const drawer = await opened()
  expect(await within(drawer).findByText('Issued with 5 seats')).toBeVisible()
  expect(within(drawer).getByText('2 failed attempts')).toBeVisible()
  await choose(drawer, 'Suspend')
  const question = await screen.findByRole('dialog', { name: 'Suspend Team tools?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Suspend license' }))
  expect(await screen.findByText('Team tools suspended')).toBeVisible()
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Team tools restored')).toBeVisible()
  expect(asked).toContain('restore')
})

test('a license is extended; a day in the past is reported at its field', async () => {
  const user = userEvent.setup()
  const asked = withLicense()
  renderConsole(`/licenses/all/${TEAM.fingerprint}`, { server })
  await choose(await opened(), 'Extend')
  const dialog = await screen.findByRole('dialog', { name: 'Extend Team tools' })
  await user.type(within(dialog).getByLabelText('Last day'), '2020-01-01')
  await user.click(within(dialog).getByRole('button', { name: 'Extend license' }))
  expect(await within(dialog).findByText('This date is in the past')).toBeVisible()
  await user.clear(within(dialog).getByLabelText('Last day'))
  await user.type(within(dialog).getByLabelText('Last day'), '2099-12-31')
  await user.click(within(dialog).getByRole('button', { name: 'Extend license' }))
  expect(await screen.findByText('Team tools extended')).toBeVisible()
  expect(asked).toContain('2099-12-31')
})

test('a new key is shown once, and the one before works as long as was chosen', async () => {
  const user = userEvent.setup()
  const asked = withLicense()
  renderConsole(`/licenses/all/${TEAM.fingerprint}`, { server })
  await choose(await opened(), 'Rotate key')
  const dialog = await screen.findByRole('dialog', { name: 'Rotate the key for Team tools' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Current key' }))
  await user.click(await screen.findByRole('option', { name: 'Stops working immediately' }))
  await user.click(within(dialog).getByRole('button', { name: 'Rotate key' }))
  const shown = await screen.findByRole('dialog', { name: 'New key for Team tools' })
  expect(within(shown).getByTestId('secret')).toHaveTextContent('GH-NEWNEWNE')
  expect(asked).toContainEqual({ overlapHours: 0 })
})

test('seats are changed where no subscription decides them', async () => {
  const user = userEvent.setup()
  const asked = withLicense()
  renderConsole(`/licenses/all/${TEAM.fingerprint}`, { server })
  await choose(await opened(), 'Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Team tools' })
  await user.clear(within(dialog).getByLabelText('Seats'))
  await user.type(within(dialog).getByLabelText('Seats'), '9')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Team tools updated')).toBeVisible()
  expect(asked).toContainEqual({ seats: 9 })
})

test('a file is checked, its faults stand by line, and then the rest is issued', async () => {
  const user = userEvent.setup()
  withLicense()
  const bodies: unknown[] = []
  server.use(
    http.post('*/licenses/v1/import', async ({ request }) => {
      const body = (await request.json()) as { dryRun: boolean }
      bodies.push(body)
      const report: LicenseReport = {
        dryRun: body.dryRun,
        made: ['a'.repeat(32), 'b'.repeat(32)],
        known: 1,
        problems: [
          {
            line: 3,
            code: 'licenses.unreadable_line',
            problem: 'licenseType has an invalid format. Expected: [a-z]',
          },
          { line: 4, code: 'licenses.unreadable_line', problem: 'The line has more values than columns' },
          { line: 5, code: 'tenants.not_found', problem: 'The tenant was not found' },
        ],
      }
      return HttpResponse.json(report)
    }),
  )
  renderConsole('/licenses', { server })
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import licenses' })
  const csv = 'tenantId,seats\n'
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  await user.upload(input as HTMLInputElement, new File([csv], 'licenses.csv', { type: 'text/csv' }))
  expect(await within(dialog).findByText('licenses.csv')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Check file' }))
  expect(await within(dialog).findByText('2 licenses will be issued.')).toBeVisible()
  expect(within(dialog).getByRole('row', { name: /3 licenseType can contain lowercase letters/ })).toBeVisible()
  expect(within(dialog).getByRole('row', { name: /4 The line has more values than columns, or/ })).toBeVisible()
  expect(within(dialog).getByRole('row', { name: '5 The tenant was not found' })).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Issue 2 licenses' }))
  expect(await within(dialog).findByText('2 licenses were issued.')).toBeVisible()
  expect(within(dialog).queryByRole('button', { name: 'Cancel' })).toBeNull()
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toEqual([
    { csv, dryRun: true },
    { csv, dryRun: false },
  ])
})

test('events that could not be applied are replayed, one or all', async () => {
  const user = userEvent.setup()
  const asked: unknown[] = []
  let items = ['evt_1', 'evt_2'].map((id) => ({
    id,
    type: 'subscription.updated',
    receivedAt: AT,
    attempts: 3,
    lastError: 'The account is not known',
  }))
  server.use(
    http.get('*/payment-events/v1/stuck', () => HttpResponse.json({ items, total: items.length })),
    http.post('*/payment-events/v1/replay', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] }
      asked.push(ids)
      const replayed = items.filter(({ id }) => ids.length === 0 || ids.includes(id))
      items = items.filter((one) => !replayed.includes(one))
      return HttpResponse.json({ ids: replayed.map(({ id }) => id) })
    }),
  )
  renderConsole('/licenses/payment-events', { server })
  expect(await screen.findByText('2 events could not be applied.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Retry evt_1' }))
  expect(await screen.findByText('Retrying 1 event')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('evt_1')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Retry all' }))
  expect(await screen.findByText('No failed events')).toBeVisible()
  expect(asked).toEqual([['evt_1'], []])
})

test('a read-only role changes nothing, and without read access there is no such section', async () => {
  withLicense()
  const { unmount } = renderConsole(`/licenses/all/${TEAM.fingerprint}`, { permissions: READ_ONLY, server })
  const drawer = await opened()
  expect(await within(drawer).findByText('Issued with 5 seats')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Issue|Import|Suspend|Extend|More actions/ })).toBeNull()
  unmount()
  renderConsole('/tenants', { permissions: ['vendor.read.tenants'], server })
  expect(await screen.findByRole('link', { name: 'Tenants' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Licenses' })).toBeNull()
})

test('a list that does not come says so, and is asked for again', async () => {
  server.use(http.get('*/licenses/v1', () => refusal(409, 'conflict', 'Not now')))
  renderConsole('/licenses', { server })
  expect(await screen.findByText('Not now')).toBeVisible()
  withLicense()
  await userEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByText('Team tools')).toBeVisible()
})

test.each([
  ['nothing', '  \r\n', 'This file is empty.'],
  ['no text', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8, 0]), /not a UTF-8 CSV file/],
  [
    'another encoding',
    new Uint8Array([...new TextEncoder().encode('tenantId,name\nx,M'), 0xfc]),
    /not a UTF-8 CSV file/,
  ],
  ['too much', 'x'.repeat(400_001), 'This file is too large. Split it into several files.'],
  ['far too much', 'x'.repeat(10_000_000), 'This file is too large. Split it into several files.'],
])('a file with %s in it is not checked, and the same name is read again', async (_, content, said) => {
  const user = userEvent.setup()
  withLicense()
  renderConsole('/licenses', { server })
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import licenses' })
  const input = document.querySelector('input[type="file"]') as HTMLInputElement
  await user.upload(input, new File([content], 'licenses.csv', { type: 'text/csv' }))
  expect(await within(dialog).findByText(said)).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Check file' })).toBeDisabled()
  expect(input.value).toBe('')
  await user.upload(input, new File(['tenantId,seats\n'], 'licenses.csv', { type: 'text/csv' }))
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Check file' })).toBeEnabled())
})

test.each([
  ['Edit', 'Name', 'Theirs', { name: 'Theirs' }, 'Mine', 'Save changes', { name: 'Mine' }],
  [
    'Extend',
    'Last day',
    '2098-12-31',
    { extendedUntil: '2098-12-31T23:59:59Z' },
    '2097-01-01',
    'Extend license',
    '2097-01-01',
  ],
] as const)(
  'what somebody else did meanwhile is told before it is undone: %s',
  async (action, label, theirs, facts, mine, verb, sent) => {
    const user = userEvent.setup()
    const asked = withLicense()
    renderConsole(`/licenses/all/${TEAM.fingerprint}`, { server })
    await choose(await opened(), action)
    const dialog = await screen.findByRole('dialog', { name: `${action} Team tools` })
    server.use(http.get('*/licenses/v1/:fingerprint', () => HttpResponse.json({ ...TEAM, ...facts })))
    const field = within(dialog).getByLabelText(label)
    await user.clear(field)
    await user.type(field, mine)
    await user.click(within(dialog).getByRole('button', { name: verb }))
    expect(
      await within(dialog).findByText(
        `Another administrator changed this to “${theirs}”. Save again to overwrite it with your value.`,
      ),
    ).toBeVisible()
    expect(asked).not.toContainEqual(sent)
    await user.click(within(dialog).getByRole('button', { name: verb }))
    await waitFor(() => expect(asked).toContainEqual(sent))
  },
)

test('the day with which it ends is that of UTC, and says so', async () => {
  withLicense({ validTo: '2126-12-31T23:59:59.999Z' })
  renderConsole('/licenses/all', { server })
  expect(await screen.findByText('Dec 31, 2126 (UTC)')).toBeVisible()
})
