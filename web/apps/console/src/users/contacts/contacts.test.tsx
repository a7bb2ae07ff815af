import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { contacts, READ_ONLY, renderConsole } from '../../testing'
import type { UserEmail, UserPhone, VendorUser } from '../../wire'

const server = cannedServer(...boot({}))
const ID = '00000000-0000-4000-8000-000000000001'
const AT = '2026-01-01T00:00:00.000Z'
const SUPPORT = ['vendor.read.*', 'vendor.write.users']
const EMAILS = '*/users/emails/v1/vendor/:id'
const PHONES = '*/users/phone-numbers/v1/vendor/:id'
const OWN = { userId: ID, createdAt: AT, updatedAt: AT }

const ADA: VendorUser = {
  id: ID,
  sub: ID,
  email: 'ada@acme.test',
  name: 'Ada',
  username: 'ada.acme',
  verified: true,
  mfaEnrolled: true,
  mfaBypass: false,
  provider: 'local',
  isLocked: false,
  invisible: false,
  superUser: false,
  metadata: '{}',
  vendorMetadata: '{}',
  createdAt: AT,
  tenantIds: [],
  tenants: [],
  roles: [],
  permissions: [],
  subAccountAccessAllowed: false,
}

/** Serves Ada with three email addresses and two phone numbers, and applies changes. Returns the requests. */
function withAda() {
  const asked: unknown[] = []
  const emails: UserEmail[] = [
    { id: 'e1', email: ADA.email, verified: true, isPrimary: true, ...OWN },
    { id: 'e2', email: 'ada@home.test', verified: true, isPrimary: false, ...OWN },
    { id: 'e3', email: 'ada@old.test', verified: false, isPrimary: false, ...OWN },
  ]
  const phones: UserPhone[] = [
    { id: 'p1', phoneNumber: '+15550104713', verified: true, ...OWN },
    { id: 'p2', phoneNumber: '+15550104714', verified: false, ...OWN },
  ]
  const keep = (name: string, status: number) =>
    async function answer({ request }: { request: Request }) {
      asked.push([name, await request.json()])
      return new HttpResponse(null, { status })
    }
  const drop = (name: string, rows: { id: string }[]) =>
    function answer({ params }: { params: Record<string, unknown> }) {
      asked.push([name, params.part])
      rows.splice(
        rows.findIndex(({ id }) => id === params.part),
        1,
      )
      return new HttpResponse(null, { status: 200 })
    }
  const users = '*/vendor-only/users/v1/:id'
  server.use(
    ...contacts(emails, phones),
    http.get('*/users/v1/query/phrase', () =>
      HttpResponse.json({ items: [], _metadata: { totalItems: 0, totalPages: 0 } }),
    ),
    http.get(users, () => HttpResponse.json(ADA)),
    ...['sessions', 'factors', 'identities'].map((part) => http.get(`${users}/${part}`, () => HttpResponse.json([]))),
    http.post(EMAILS, async ({ request }) => {
      const body = (await request.json()) as { email: string; isVerified: boolean }
      asked.push(['email', body])
      const added = { id: 'e4', email: body.email, verified: body.isVerified, isPrimary: false, ...OWN }
      emails.push(added)
      return HttpResponse.json(added, { status: 201 })
    }),
    http.post(`${EMAILS}/primary`, keep('primary', 200)),
    http.delete(`${EMAILS}/:part`, drop('no email', emails)),
    http.post(PHONES, keep('phone', 201)),
    http.delete(`${PHONES}/:part`, drop('no phone', phones)),
  )
  return asked
}

async function drawer(permissions = SUPPORT) {
  renderConsole(`/people/${ID}`, { permissions, server })
  const found = within(await screen.findByRole('dialog', { name: 'Ada' }))
  await found.findByText('ada@home.test')
  return found
}

async function choose(user: ReturnType<typeof userEvent.setup>, what: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${what}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('every address and number is there with whether it is verified, and the user name', async () => {
  withAda()
  const found = await drawer()
  const addresses = found.getByRole('region', { name: 'Email addresses' })
  expect(addresses).toHaveTextContent('ada@acme.testPrimary, Verified')
  expect(addresses).toHaveTextContent('ada@old.testUnverified')
  expect(await found.findByText('+15550104714')).toBeVisible()
  expect(found.getByText('ada.acme')).toBeVisible()
  // The primary address is changed with the actions of the user.
  expect(found.queryByRole('button', { name: 'Actions for ada@acme.test' })).toBeNull()
})

test('an email address is added, verified or not; a taken one is reported at its field', async () => {
  const user = userEvent.setup()
  const asked = withAda()
  server.use(
    http.post(EMAILS, () => refusal(409, 'email_addresses.taken', 'Another account has this address'), { once: true }),
  )
  const found = await drawer()
  await user.click(found.getByRole('button', { name: 'Add email address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an email address for Ada' }))
  const email = dialog.getByLabelText('Email')
  await user.type(email, 'nowhere')
  await user.click(dialog.getByRole('button', { name: 'Add email address' }))
  expect(await dialog.findByText('Enter an email address')).toBeVisible()
  await user.clear(email)
  await user.type(email, 'new@acme.test')
  await user.click(dialog.getByRole('button', { name: 'Add email address' }))
  expect(await dialog.findByText('Another account has this address')).toBeVisible()
  expect(email).toBeInvalid()
  await user.click(dialog.getByRole('checkbox', { name: 'Mark as verified' }))
  await user.click(dialog.getByRole('button', { name: 'Add email address' }))
  expect(await screen.findByText('new@acme.test marked as verified for Ada')).toBeVisible()
  expect(asked).toEqual([['email', { email: 'new@acme.test', isVerified: true }]])
  expect(await found.findByText('new@acme.test')).toBeVisible()
})

test('an address is vouched for, made the primary one, and removed, each when it was asked', async () => {
  const user = userEvent.setup()
  const asked = withAda()
  await drawer()
  await choose(user, 'ada@old.test', 'Mark as verified')
  await user.click(await screen.findByRole('button', { name: 'Mark as verified' }))
  await waitFor(() => expect(asked).toEqual([['email', { email: 'ada@old.test', isVerified: true }]]))
  await choose(user, 'ada@home.test', 'Make primary')
  const question = within(await screen.findByRole('dialog', { name: 'Make ada@home.test the primary email address?' }))
  expect(question.getByText(/ada@acme\.test is notified/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Make primary' }))
  await waitFor(() => expect(asked).toContainEqual(['primary', { email: 'ada@home.test' }]))
  await choose(user, 'ada@home.test', 'Remove')
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('ada@home.test removed from Ada')).toBeVisible()
  expect(asked).toContainEqual(['no email', 'e2'])
})

test('a number is added and removed; without a fresh second factor that is asked for first', async () => {
  const user = userEvent.setup()
  const asked = withAda()
  server.use(http.post(PHONES, () => refusal(403, 'access.step_up_needed', 'Show it first'), { once: true }))
  const found = await drawer()
  await user.click(found.getByRole('button', { name: 'Add phone number' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a phone number for Ada' }))
  await user.type(dialog.getByLabelText('Phone number'), '0301234567')
  await user.click(dialog.getByRole('button', { name: 'Add phone number' }))
  expect(await dialog.findByText('Start with + and the country code')).toBeVisible()
  await user.clear(dialog.getByLabelText('Phone number'))
  await user.type(dialog.getByLabelText('Phone number'), '+49 30 1234567')
  await user.click(dialog.getByRole('button', { name: 'Add phone number' }))
  const step = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  await user.click(step.getByRole('button', { name: 'Cancel' }))
  expect(asked).toEqual([])
  await user.click(await dialog.findByRole('button', { name: 'Add phone number' }))
  await waitFor(() => expect(asked).toEqual([['phone', { phoneNumber: '+49 30 1234567' }]]))
  await choose(user, '+15550104713', 'Remove')
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(asked).toContainEqual(['no phone', 'p1']))
})

test('a read-only role sees them and changes nothing', async () => {
  withAda()
  const found = await drawer(READ_ONLY)
  expect(await found.findByText('+15550104713')).toBeVisible()
  expect(found.queryByRole('button', { name: /^Add / })).toBeNull()
  expect(found.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})
