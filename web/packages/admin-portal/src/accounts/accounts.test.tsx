import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { person, readOnly, renderPortal, role } from '../testing'

const server = cannedServer(...boot())

const EUROPE = '11111111-0000-4000-8000-000000000000'
const LABS = '22222222-0000-4000-8000-000000000000'
const BERLIN = '33333333-0000-4000-8000-000000000000'
const CREATED = '2025-01-01T00:00:00Z'

const node = (tenantId: string, name: string, isParent = false, isReseller = false) => ({
  tenantId,
  name,
  createdAt: CREATED,
  isReseller,
  subAccountAccessType: 'defaultOff',
  metadata: { isParent },
})

const EVERYTHING = [node(EUROPE, 'Acme Europe', true, true), node(LABS, 'Acme Labs')]

let asked: URL[] = []

function tree(below: Record<string, ReturnType<typeof node>[]>) {
  server.use(
    http.get('*/tenants/resources/hierarchy/v2', ({ request }) => {
      const url = new URL(request.url)
      asked.push(url)
      const offset = Number(url.searchParams.get('_offset'))
      const filter = url.searchParams.get('_filter')
      const all = filter
        ? Object.values(below)
            .flat()
            .filter(({ name }) => name.toLowerCase().includes(filter))
        : (below[url.searchParams.get('_subTenantId') ?? ''] ?? [])
      return HttpResponse.json({
        items: all.slice(offset, offset + 50),
        _metadata: { totalItems: all.length, totalPages: Math.ceil(all.length / 50) },
        _links: { next: '', prev: '', first: '', last: '' },
      })
    }),
    http.post('*/identity/resources/tenants/users/v1/count', async ({ request }) => {
      const { tenantIds } = (await request.json()) as { tenantIds: string[] }
      return HttpResponse.json(tenantIds.map((tenantId) => ({ tenantId, totalUsers: 12, totalAccessAllowedUsers: 1 })))
    }),
  )
}

function selected(facts: object = {}) {
  const account = { tenantId: EUROPE, name: 'Acme Europe', isReseller: false, createdAt: CREATED, isParent: true }
  server.use(
    http.get('*/tenants/resources/hierarchy/v2/metadata', () =>
      HttpResponse.json([{ ...account, totalSubTenants: 3, ...facts }]),
    ),
    http.get('*/tenants/resources/hierarchy/v1/parents/*', () =>
      HttpResponse.json([{ tenantId: 't1', tenantName: 'Acme', status: 'active', createdAt: CREATED, level: 1 }]),
    ),
  )
}

function people(...names: string[]) {
  const items = names.map((name) => {
    const { roles, roleIds, rolesIds, permissions, groups, ...facts } = person(name)
    return { ...facts, tenants: [{ tenantId: EUROPE, isDisabled: false, roles: [role('Editor')] }] }
  })
  server.use(
    http.get('*/identity/resources/users/v3', ({ request }) => {
      asked.push(new URL(request.url))
      return HttpResponse.json({ items, _metadata: { totalItems: items.length, totalPages: 1 } })
    }),
  )
}

const answer = (method: 'post' | 'patch' | 'delete' | 'put', path: string, body: object | null, status = 200) => {
  const sent: { path: string; body: unknown }[] = []
  server.use(
    http[method](path, async ({ request }) => {
      const text = await request.text()
      sent.push({ path: new URL(request.url).pathname, body: text ? JSON.parse(text) : null })
      return body ? HttpResponse.json(body, { status }) : new HttpResponse(null, { status })
    }),
  )
  return sent
}

beforeEach(() => {
  asked = []
})

const ownTree = () => tree({ t1: EVERYTHING, [EUROPE]: [node(BERLIN, 'Acme Berlin')] })

test('sub-accounts are loaded when an account is expanded', async () => {
  ownTree()
  renderPortal('/accounts', { server })
  expect(await screen.findByRole('link', { name: 'Acme Europe' })).toBeVisible()
  expect(screen.getByText('Reseller')).toBeVisible()
  expect(screen.getAllByText('12 users')).toHaveLength(2)
  expect(screen.queryByRole('link', { name: 'Acme Berlin' })).not.toBeInTheDocument()
  expect(asked).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Show the sub-accounts of Acme Labs' })).not.toBeInTheDocument()

  const unfold = screen.getByRole('button', { name: 'Show the sub-accounts of Acme Europe' })
  await userEvent.click(unfold)
  expect(await screen.findByRole('link', { name: 'Acme Berlin' })).toBeVisible()
  expect(unfold).toHaveAttribute('aria-expanded', 'true')
  expect(asked[1]?.searchParams.get('_subTenantId')).toBe(EUROPE)
  await userEvent.click(unfold)
  expect(screen.queryByRole('link', { name: 'Acme Berlin' })).not.toBeInTheDocument()
})

test('more than fifty come in pages', async () => {
  const many = Array.from({ length: 60 }, (_, index) => node(`${EUROPE.slice(0, -2)}${index + 10}`, `Account ${index}`))
  tree({ t1: many })
  renderPortal('/accounts', { server })
  expect(await screen.findByRole('link', { name: 'Account 49' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Account 50' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: 'Account 59' })).toBeVisible()
  expect(asked.at(-1)?.searchParams.get('_offset')).toBe('50')
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('a search finds accounts anywhere below, and is kept in the address', async () => {
  ownTree()
  const { place } = renderPortal('/accounts', { server })
  await userEvent.type(await screen.findByRole('searchbox'), 'berlin')
  expect(await screen.findByText('1 account found')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Acme Berlin' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Acme Labs' })).not.toBeInTheDocument()
  expect(place()).toBe('/accounts?filter=berlin')
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), 'nothing')
  expect(await screen.findByText('No accounts found')).toBeVisible()
})

test('an account is made below the own one', async () => {
  ownTree()
  const made = {
    tenantId: LABS,
    name: 'Asia',
    parentTenantId: EUROPE,
    status: 'active',
    isReseller: false,
    subAccountAccessType: 'defaultOff',
  }
  const sent = answer('post', '*/sub-tenants/v1', { ...made, createdAt: CREATED, updatedAt: CREATED }, 201)
  renderPortal('/accounts', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Create account' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('Enter a name for the account')).toBeVisible()
  await userEvent.type(within(dialog).getByLabelText(/^Account name/), 'Asia')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ name: 'Asia', parentTenantId: 't1', isReseller: false })
  expect(await screen.findByText('Asia created')).toBeVisible()
})

test('who may only look sees names and nothing to change', async () => {
  ownTree()
  renderPortal('/accounts', { server, person: readOnly('fe.account-hierarchy.read.subAccount') })
  expect(await screen.findByRole('link', { name: 'Acme Labs' })).toBeVisible()
  expect(screen.queryByText('12 users')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Create account' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument()
})

test('an account shows where it is, its people, and what goes with it', async () => {
  selected()
  people('Ann Lee')
  renderPortal(`/accounts/${EUROPE}`, { server })
  expect(await screen.findByRole('heading', { name: 'Acme Europe' })).toBeVisible()
  const path = await screen.findByRole('navigation', { name: 'Parent accounts' })
  expect(await within(path).findByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/accounts/t1')
  expect(await screen.findByText('ann-lee@acme.test')).toBeVisible()
  const query = asked.at(-1)?.searchParams
  expect(query?.get('_tenantId')).toBe(EUROPE)
  expect([query?.get('_limit'), query?.get('_sortBy'), query?.get('_order')]).toEqual(['10', 'name', 'DESC'])
  expect(screen.getByText(/3 sub-accounts are also deleted/)).toBeVisible()
})

test('an account is deleted when its name is typed', async () => {
  ownTree()
  selected()
  people()
  const sent = answer('delete', '*/sub-tenants/v1/*', null)
  const { place } = renderPortal(`/accounts/${EUROPE}`, { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Acme Europe?' })
  const confirm = within(dialog).getByRole('button', { name: 'Delete account' })
  expect(confirm).toBeDisabled()
  await userEvent.type(within(dialog).getByRole('textbox'), 'Acme Europe')
  await userEvent.click(confirm)
  await waitFor(() => expect(place()).toBe('/accounts'))
  expect(sent[0]?.path).toContain(`/sub-tenants/v1/${EUROPE}`)
})

test('people of an account below are invited together', async () => {
  selected()
  people('Ann Lee')
  server.use(http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: [role('Editor')] })))
  const sent = answer('post', '*/sub-tenants/users/v2', null, 201)
  renderPortal(`/accounts/${EUROPE}`, { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText(/^Email addresses/), 'a@b.test, wrong')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText(/^Invalid email address/)).toBeVisible()
  await userEvent.clear(within(dialog).getByLabelText(/^Email addresses/))
  await userEvent.type(within(dialog).getByLabelText(/^Email addresses/), 'a@b.test, c@d.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitations' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    users: [{ email: 'a@b.test' }, { email: 'c@d.test' }],
    tenantId: EUROPE,
    allowSubAccountAccess: false,
  })
  expect(await screen.findByText('2 invitations sent')).toBeVisible()
})

test('a member of the own account gets access to its sub-accounts', async () => {
  selected({ tenantId: 't1', name: 'Acme' })
  people('Ann Lee')
  const sent = answer('put', '*/sub-tenants/users/v1/*/access', null)
  renderPortal('/accounts/t1', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Ann Lee' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Give access to sub-accounts' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ allowAccess: true })
  expect(screen.queryByRole('button', { name: 'Delete account' })).not.toBeInTheDocument()
})

test('an account that is gone says so', async () => {
  server.use(http.get('*/tenants/resources/hierarchy/v2/metadata', () => HttpResponse.json([])))
  renderPortal(`/accounts/${EUROPE}`, { server })
  expect(await screen.findByText('Account not found')).toBeVisible()
})
