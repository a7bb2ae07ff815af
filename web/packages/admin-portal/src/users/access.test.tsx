import { refusal } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { person, readOnly, renderPortal } from '../testing'
import { ALAN, act, GRACE, MEMBERS, row, server, withUsers } from './testing'

test('removing names the person, and a refusal stays in the dialog', async () => {
  let users = [GRACE, ALAN]
  withUsers(() => users)
  server.use(http.delete(`${MEMBERS}/:id`, () => refusal(409, 'members.last_admin', 'Somebody has to stay in charge')))
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Remove')
  const dialog = await screen.findByRole('dialog', { name: 'Remove Grace Hopper?' })
  expect(within(dialog).getByRole('button', { name: 'Remove Grace Hopper' })).toBeDisabled()
  await userEvent.type(within(dialog).getByRole('textbox'), 'Grace Hopper')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Grace Hopper' }))
  expect(await within(dialog).findByText('Somebody has to stay in charge')).toBeVisible()

  server.use(
    http.delete(`${MEMBERS}/:id`, ({ params }) => {
      users = users.filter(({ id }) => id !== params.id)
      return new HttpResponse(null)
    }),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Grace Hopper' }))
  expect(await screen.findByText('Grace Hopper removed')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Grace Hopper/ })).not.toBeInTheDocument())
})

test('several are removed one after the other, and failures are told', async () => {
  withUsers()
  const removed: unknown[] = []
  server.use(
    http.delete(`${MEMBERS}/:id`, ({ params }) => {
      removed.push(params.id)
      if (params.id === GRACE.id) return refusal(403, 'members.outranks_you', 'Grace outranks you')
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await row('Grace Hopper')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove 2 users?' })
  expect(dialog).toHaveTextContent('Grace Hopper and Alan Turing')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove 2 users' }))
  expect(await screen.findByText('1 of 2 users could not be removed: Grace outranks you')).toBeVisible()
  expect(removed).toEqual([GRACE.id, ALAN.id])
})

test('disabling a user asks for confirmation, enabling does not', async () => {
  let isDisabled = false
  withUsers(() => [{ ...GRACE, isDisabled }])
  server.use(
    http.post('*/identity/resources/tenants/users/v1/:id/:change', ({ params }) => {
      isDisabled = params.change === 'disable'
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Disable')
  await userEvent.click(await screen.findByRole('button', { name: 'Disable Grace Hopper' }))
  await waitFor(async () => expect(within(await row('Grace Hopper')).getByText('Disabled')).toBeVisible())
  await act('Grace Hopper', 'Enable')
  await waitFor(async () => expect(within(await row('Grace Hopper')).getByText('Active')).toBeVisible())
})

test('users cannot disable or remove themselves', async () => {
  withUsers(() => [person('Me', { id: 'u1' })])
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Me' }))
  const actions = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  expect(actions).toEqual(['Edit', 'Copy email'])
})

test('who may only read sees the same list without a way to change it', async () => {
  withUsers()
  renderPortal('/users', { server, person: readOnly('fe.secure.read.*') })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Alan Turing' }))
  const actions = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  expect(actions).toEqual(['Copy email'])
  expect(screen.queryByRole('button', { name: 'Invite users' })).not.toBeInTheDocument()
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
})

test.each([
  ['fe.secure.write.updateUser', 'Alan Turing', ['Edit', 'Copy email', 'Set access expiry']],
  ['fe.secure.write.resendActivationEmail', 'Alan Turing', ['Resend invitation', 'Copy email']],
  ['fe.secure.delete.sessions', 'Grace Hopper', ['Copy email', 'Sign out everywhere']],
  ['fe.secure.write.enableDisable', 'Alan Turing', ['Copy email', 'Disable']],
  ['fe.secure.delete.users', 'Alan Turing', ['Copy email', 'Remove']],
])('%s alone offers for %s: %j', async (permission, name, offered) => {
  withUsers()
  renderPortal('/users', { server, person: readOnly('fe.secure.read.*', permission) })
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  const actions = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  expect(actions).toEqual(offered)
})

test('access ends by itself after a day, until it is made permanent', async () => {
  let until: string | undefined
  withUsers(() => [{ ...GRACE, ...(until && { temporaryExpirationDate: until }) }])
  server.use(
    http.put('*/users/temporary/v1/:id', async ({ request }) => {
      const { expirationInSeconds } = (await request.json()) as { expirationInSeconds: number }
      until = new Date(Date.now() + expirationInSeconds * 1000).toISOString()
      return HttpResponse.json({ temporaryExpirationDate: until, expirationInSeconds }, { status: 201 })
    }),
    http.delete('*/users/temporary/v1/:id', () => {
      until = undefined
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Set access expiry')
  const dialog = await screen.findByRole('dialog')
  const day = within(dialog).getByLabelText('Last day of access')
  for (const impossible of ['2020-01-31', '2199-01-31']) {
    fireEvent.change(day, { target: { value: impossible } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save last day' }))
    expect(await within(dialog).findByText('Enter a date between today and ten years from now')).toBeVisible()
  }
  const year = new Date().getFullYear() + 2
  fireEvent.change(day, { target: { value: `${year}-01-31` } })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save last day' }))
  await waitFor(async () => expect(within(await row('Grace Hopper')).getByText(`until Jan 31, ${year}`)).toBeVisible())

  await act('Grace Hopper', 'Make permanent')
  await waitFor(() => expect(screen.queryByText(/^until/)).not.toBeInTheDocument())
})

test('the single sign-on link of a user is released from the details', async () => {
  withUsers()
  let links = [
    {
      id: ALAN.id,
      connectionId: ALAN.id,
      subject: 'opaque-1',
      email: GRACE.email,
      userId: GRACE.id,
      userEmail: GRACE.email,
      createdAt: '2026-01-01T00:00:00Z',
      lastUsedAt: '2026-01-01T00:00:00Z',
    },
  ]
  server.use(
    http.get('*/team/resources/sso/v1/users/:id/links', () => HttpResponse.json(links)),
    http.delete('*/team/resources/sso/v1/users/:id/links', () => {
      links = []
      return HttpResponse.json({ released: 1 })
    }),
  )
  renderPortal(`/users/${GRACE.id}`, { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink single sign-on account' }))
  const question = await screen.findByRole('dialog', { name: 'Unlink the single sign-on account for Grace Hopper?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Unlink single sign-on account' }))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Unlink single sign-on account' })).not.toBeInTheDocument(),
  )
  expect(links).toEqual([])
})

test('signing a user out everywhere asks for confirmation', async () => {
  withUsers()
  const revoked: unknown[] = []
  server.use(
    http.post('*/users/sessions/v1/revoke', async ({ request }) => {
      revoked.push(await request.json())
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Sign out everywhere')
  expect(revoked).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out Grace Hopper' }))
  await waitFor(() => expect(revoked).toEqual([{ userId: GRACE.id }]))
})

test('users cannot include themselves when they remove several', async () => {
  withUsers(() => [person('Me', { id: 'u1' })])
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Me' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/You cannot remove yourself/)).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
