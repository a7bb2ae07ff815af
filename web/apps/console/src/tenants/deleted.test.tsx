import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { readText } from '../shared/read-text'
import { READ_ONLY, renderConsole } from '../testing'
import type { DeletedTenant } from '../wire'

const server = cannedServer(...boot({}))
const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const FINANCE = ['vendor.read.tenants', 'vendor.read.users']

const tenant = (name: string, facts: Partial<DeletedTenant> = {}): DeletedTenant => ({
  id: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  name,
  createdAt: inDays(-400),
  deletedAt: inDays(-2),
  eraseAt: inDays(28),
  isBeingErased: false,
  accountsBelow: 0,
  ...facts,
})

const alive = (name: string, alias?: string) => ({
  id: tenant(name).id,
  tenantId: tenant(name).id,
  vendorId: '00000000-0000-4000-8000-000000000000',
  name,
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  createdAt: inDays(-400),
  updatedAt: inDays(0),
  ...(alias && { alias }),
})

/** Serves deleted tenants. Returns the requests. */
function withDeleted(...tenants: DeletedTenant[]) {
  const asked: string[] = []
  const at = (id: unknown) => tenants.findIndex((one) => one.id === id)
  server.use(
    http.get('*/deleted-tenants/v1', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ items: tenants, _metadata: { totalItems: tenants.length, totalPages: 1 } })
    }),
    http.post('*/tenants/v1/:id/restore', ({ params }) => {
      const [back] = tenants.splice(at(params.id), 1)
      asked.push(`restore ${back?.name}`)
      return HttpResponse.json(alive(back?.name ?? ''))
    }),
    http.post('*/tenants/v1/:id/erase', ({ params }) => {
      const found = tenants[at(params.id)] as DeletedTenant
      tenants[at(params.id)] = { ...found, isBeingErased: true }
      asked.push(`erase ${found.name}`)
      return new HttpResponse(null, { status: 202 })
    }),
    http.get('*/tenants/v1/:id/export', () => HttpResponse.text('{"table":"tenants"}\n')),
  )
  return asked
}

async function menuOf(name: string) {
  const row = (await screen.findByText(name)).closest('tr') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: `Actions for ${name}` }))
  return screen.findByRole('menu')
}

test('the deleted ones stand at an address of their own, with their dates', async () => {
  const asked = withDeleted(
    tenant('Initech', { accountsBelow: 3, deletedBy: 'ada@acme.test', deletedByKind: 'staff' }),
    tenant('Globex', { isBeingErased: true, deletedByKind: 'vendor' }),
  )
  server.use(
    http.get('*/tenants/v2', () => HttpResponse.json({ items: [], _metadata: { totalItems: 0, totalPages: 0 } })),
  )
  const { place } = renderConsole('/tenants', { server })
  await userEvent.click(await screen.findByRole('tab', { name: 'Deleted' }))
  const row = (await screen.findByText('Initech')).closest('tr') as HTMLElement
  expect(place()).toBe('/tenants/deleted')
  expect(within(row).getByText('and 3 sub-tenants')).toBeVisible()
  expect(within(row).getByText('ada@acme.test')).toBeVisible()
  expect(within(row).getByText('2 days ago')).toBeVisible()
  expect(within(row).getByText('In 28 days')).toBeVisible()
  expect(asked[0]).toContain('_sortBy=deletedAt')
  const other = screen.getByText('Globex').closest('tr') as HTMLElement
  expect(within(other).getByText('Being erased')).toBeVisible()
  expect(within(other).getByText('Backend')).toBeVisible()
  expect(within(other).queryByRole('button')).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'All tenants' }))
  await waitFor(() => expect(place()).toBe('/tenants'))
})

test('one is restored, and is gone from there', async () => {
  const asked = withDeleted(tenant('Initech'))
  renderConsole('/tenants/deleted', { server })
  await userEvent.click(within(await menuOf('Initech')).getByRole('menuitem', { name: 'Restore' }))
  expect(await screen.findByText('Initech restored')).toBeVisible()
  expect(await screen.findByText('No deleted tenants')).toBeVisible()
  expect(asked).toContain('restore Initech')
})

test('an alias that another tenant uses is reported', async () => {
  withDeleted(tenant('Initech', { alias: 'init' }))
  renderConsole('/tenants/deleted', { server })
  await userEvent.click(within(await menuOf('Initech')).getByRole('menuitem', { name: 'Restore' }))
  const told = 'Initech restored without its alias init, which another tenant now uses'
  expect(await screen.findByText(told)).toBeVisible()
})

test('why one is not restored is said', async () => {
  withDeleted(tenant('Initech'))
  const reason = 'The parent tenant is deleted. Restore that tenant first.'
  server.use(http.post('*/tenants/v1/:id/restore', () => refusal(409, 'tenants.parent_deleted', reason)))
  renderConsole('/tenants/deleted', { server })
  await userEvent.click(within(await menuOf('Initech')).getByRole('menuitem', { name: 'Restore' }))
  expect(await screen.findByText(`Initech could not be restored: ${reason}`)).toBeVisible()
  expect(screen.getByText('Initech')).toBeVisible()
})

test('one is erased when its name was typed', async () => {
  const asked = withDeleted(tenant('Initech', { accountsBelow: 1 }))
  renderConsole('/tenants/deleted', { server })
  await userEvent.click(within(await menuOf('Initech')).getByRole('menuitem', { name: 'Erase now' }))
  const question = await screen.findByRole('dialog', { name: 'Permanently erase Initech?' })
  expect(within(question).getByText(/Initech and its sub-tenant is erased/)).toBeVisible()
  const button = within(question).getByRole('button', { name: 'Erase Initech' })
  expect(button).toBeDisabled()
  await userEvent.type(within(question).getByRole('textbox'), 'Initech')
  await userEvent.click(button)
  expect(await screen.findByText('Erasing Initech')).toBeVisible()
  expect(await screen.findByText('Being erased')).toBeVisible()
  expect(asked).toContain('erase Initech')
})

test('one is exported while it can be', async () => {
  withDeleted(tenant('Initech'))
  URL.createObjectURL = vi.fn(() => 'blob:file')
  URL.revokeObjectURL = vi.fn()
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  renderConsole('/tenants/deleted', { permissions: FINANCE, server })
  const menu = await menuOf('Initech')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((one) => one.textContent),
  ).toEqual(['Export data'])
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Export data' }))
  expect(await screen.findByText('Data for Initech downloaded')).toBeVisible()
  expect(await readText(vi.mocked(URL.createObjectURL).mock.calls[0]?.[0] as File)).toBe('{"table":"tenants"}\n')
  saved.mockRestore()
})

test('without any it says what comes here; a list that does not come says so', async () => {
  withDeleted()
  const { unmount } = renderConsole('/tenants/deleted', { permissions: READ_ONLY, server })
  expect(await screen.findByText('No deleted tenants')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create tenant' })).toBeNull()
  unmount()
  server.use(http.get('*/deleted-tenants/v1', () => refusal(500, 'unexpected', 'Something went wrong here')))
  renderConsole('/tenants/deleted', { server })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

/** Opens the confirmation for deleting Umbrella, with the given consequences. */
async function questionWith(outlook: () => Response, permissions?: readonly string[]) {
  const umbrella = alive('Umbrella')
  server.use(
    http.get('*/tenants/v2', () =>
      HttpResponse.json({ items: [umbrella], _metadata: { totalItems: 1, totalPages: 1 } }),
    ),
    http.get('*/tenants/v1/:id/deletion', outlook),
    http.get('*/tenants/v1/:id/export', () => HttpResponse.text('{"table":"tenants"}\n')),
  )
  renderConsole('/tenants', { server, ...(permissions && { permissions }) })
  await userEvent.click(within(await menuOf('Umbrella')).getByRole('menuitem', { name: 'Delete' }))
  return within(await screen.findByRole('dialog', { name: 'Delete Umbrella?' }))
}

test('before it is deleted it is said until when it can be taken back, and it can be exported', async () => {
  const eraseAt = '2026-12-24T12:00:00Z'
  const question = await questionWith(() => HttpResponse.json({ graceDays: 30, eraseAt, accountsBelow: 2 }))
  expect(await question.findByText(/^You can restore the tenant until December 24, 2026/)).toBeVisible()
  expect(question.getByText(/and its 2 sub-tenants are signed out/)).toBeVisible()
  expect(question.getByText(/licenses are revoked and its subscriptions are canceled/)).toBeVisible()
  URL.createObjectURL = vi.fn(() => 'blob:file')
  URL.revokeObjectURL = vi.fn()
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await userEvent.click(question.getByRole('button', { name: 'Export data first' }))
  expect(await screen.findByText('Data for Umbrella downloaded')).toBeVisible()
  expect(question.getByRole('button', { name: 'Delete Umbrella' })).toBeDisabled()
  saved.mockRestore()
})

test('without a grace period it says that the deletion cannot be undone', async () => {
  const answer = { graceDays: 0, eraseAt: inDays(0), accountsBelow: 0 }
  const question = await questionWith(() => HttpResponse.json(answer))
  expect(await question.findByText(/^All of the tenant’s data is erased immediately/)).toBeVisible()
  expect(question.queryByText(/You can restore it/)).toBeNull()
})

test('without read access to users there is no export; a loading failure is shown', async () => {
  const permissions = ['vendor.read.tenants', 'vendor.write.tenants']
  const question = await questionWith(() => refusal(404, 'tenants.not_found', 'Not found'), permissions)
  expect(await question.findByText(/could not be loaded/)).toBeVisible()
  expect(question.queryByRole('button', { name: 'Export data first' })).toBeNull()
})
