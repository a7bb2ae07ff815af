import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { Discrepancy } from '../wire'

const server = cannedServer(...boot({}))
const PATH = '*/tenants/resources/payment-differences/v1'
const AT = '2026-01-01T00:00:00Z'

const MISSING: Discrepancy = {
  id: '00000000-0000-4000-8000-000000000001',
  tenantId: '00000000-0000-4000-8000-00000000aaaa',
  tenantName: 'Acme',
  licenseName: 'Team tools',
  fingerprint: 'a'.repeat(32),
  subscriptionId: 'sub_1',
  kind: 'missing',
  provider: {},
  kept: { status: 'active', seats: 7, priceId: 'pri_1' },
  foundAt: AT,
  seenAt: AT,
}
const UNLICENSED: Discrepancy = {
  id: '00000000-0000-4000-8000-000000000002',
  tenantId: MISSING.tenantId,
  tenantName: 'Acme',
  subscriptionId: 'sub_2',
  kind: 'unlicensed',
  provider: { status: 'past_due', seats: 1, priceId: 'pri_2' },
  kept: {},
  foundAt: AT,
  seenAt: AT,
}

/** Serves discrepancies and removes resolved ones. Returns the requests. */
function withDiscrepancies(...given: Discrepancy[]) {
  let items = given
  const asked: unknown[] = []
  server.use(
    http.get(PATH, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('state'))
      return HttpResponse.json({ items, total: items.length })
    }),
    http.post(`${PATH}/:id/:verb`, async ({ params, request }) => {
      asked.push([params.verb, params.id, await request.text()])
      const one = items.find(({ id }) => id === params.id)
      if (params.verb === 'check') return new HttpResponse(null, { status: 202 })
      items = items.filter(({ id }) => id !== params.id)
      return HttpResponse.json({ ...one, note: params.verb === 'note' ? 'Because' : undefined })
    }),
  )
  return asked
}

const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest('tr')
  if (!found) throw new Error(`no row of ${name}`)
  return within(found)
}

async function choose(user: ReturnType<typeof userEvent.setup>, name: string, action: string) {
  await user.click((await row(name)).getByRole('button', { name: /More actions|Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('both sides are shown, and the provider’s data is applied after a confirmation', async () => {
  const user = userEvent.setup()
  const asked = withDiscrepancies(MISSING, UNLICENSED)
  renderConsole('/licenses/differences', { server })
  const missing = await row('sub_1')
  expect(missing.getByText('Not found at the provider')).toBeVisible()
  expect(missing.getByText('Not found')).toBeVisible()
  expect(missing.getByText('7 seats')).toBeVisible()
  expect(missing.getByRole('link', { name: 'License Team tools' })).toBeVisible()
  expect((await row('sub_2')).getByText('Status past due')).toBeVisible()

  await choose(user, 'sub_1', 'Apply the provider’s data')
  const question = within(await screen.findByRole('dialog', { name: 'Apply the provider’s data?' }))
  expect(question.getByText(/The license for Acme ends immediately/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Apply data' }))
  expect(await screen.findByText('Provider’s data applied')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('sub_1')).toBeNull())
  expect(asked).toContainEqual(['accept', MISSING.id, ''])
})

test('why it is right is asked for, and kept', async () => {
  const user = userEvent.setup()
  const asked = withDiscrepancies(MISSING)
  renderConsole('/licenses/differences', { server })
  await choose(user, 'sub_1', 'Accept discrepancy')
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept this discrepancy?' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Paid by bank transfer')
  await user.click(dialog.getByRole('button', { name: 'Accept discrepancy' }))
  expect(await screen.findByText('Discrepancy accepted')).toBeVisible()
  expect(asked).toContainEqual(['note', MISSING.id, JSON.stringify({ note: 'Paid by bank transfer' })])
})

test('charges without a license are ended, and the provider can be asked again', async () => {
  const user = userEvent.setup()
  const asked = withDiscrepancies(UNLICENSED)
  renderConsole('/licenses/differences', { server })
  await choose(user, 'sub_2', 'Check with the provider again')
  expect(await screen.findByText('Checking with the provider')).toBeVisible()
  await choose(user, 'sub_2', 'Cancel subscription')
  const question = within(await screen.findByRole('dialog', { name: 'Cancel sub_2 at the payment provider?' }))
  await user.click(question.getByRole('button', { name: 'Cancel subscription' }))
  expect(await screen.findByText('Canceling subscription')).toBeVisible()
  expect(asked).toContainEqual(['stop', UNLICENSED.id, ''])
})

test('a resolved discrepancy shows how it was resolved and by which user, and has no actions', async () => {
  const asked = withDiscrepancies({
    ...MISSING,
    resolution: 'accepted',
    resolvedBy: 'pat@acme.test',
    resolvedAt: AT,
  })
  renderConsole('/licenses/differences?state=resolved', { server })
  const one = await row('sub_1')
  expect(one.getByText('Provider’s data applied by pat@acme.test')).toBeVisible()
  expect(one.queryByRole('button')).toBeNull()
  expect(asked[0]).toBe('resolved')
})

test('an empty list says so, a failure is shown, and a read-only role changes nothing', async () => {
  withDiscrepancies()
  const { unmount } = renderConsole('/licenses/differences', { server })
  expect(await screen.findByText('No discrepancies')).toBeVisible()
  unmount()
  withDiscrepancies(MISSING)
  const second = renderConsole('/licenses/differences', { permissions: READ_ONLY, server })
  expect((await row('sub_1')).queryByRole('button')).toBeNull()
  second.unmount()
  server.use(http.get(PATH, () => refusal(409, 'conflict', 'Not now')))
  renderConsole('/licenses/differences', { server })
  expect(await screen.findByText('Not now')).toBeVisible()
})
