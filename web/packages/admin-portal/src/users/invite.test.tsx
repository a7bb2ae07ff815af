import { boot } from '@gatehouse/sdk/testing'
import { typePartOfDate } from '@gatehouse/ui/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { person, renderPortal } from '../testing'
import { ALAN, asked, MEMBERS, row, server, USERS, withUsers } from './testing'

test('one person is invited, and the dialog closes', async () => {
  const invited: unknown[] = []
  withUsers()
  server.use(
    http.post(USERS, async ({ request }) => {
      invited.push(await request.json())
      return HttpResponse.json(person('New', { activatedForTenant: false }), { status: 201 })
    }),
  )
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Email addresses'), 'new@acme.test')
  await userEvent.type(within(dialog).getByLabelText(/^Name/), 'New Person')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(invited).toEqual([{ email: 'new@acme.test', name: 'New Person' }])
  expect(await screen.findByText('Invitation sent to new@acme.test')).toBeVisible()
  expect(screen.getByText(/^new@acme.test was invited. The list is sorted by/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/The list is sorted by/)).not.toBeInTheDocument()
})

test('several are invited one after the other; who failed stays in the field with the reason', async () => {
  const invited: string[] = []
  let busy = 0
  withUsers()
  server.use(
    http.post(USERS, async ({ request }) => {
      busy += 1
      expect(busy).toBe(1)
      const { email } = (await request.json()) as { email: string }
      await new Promise((resolve) => setTimeout(resolve, 5))
      busy -= 1
      // An existing member is returned unchanged.
      const isMember = email === 'b@acme.test'
      if (!isMember) invited.push(email)
      return HttpResponse.json(person(email, { activatedForTenant: isMember }), { status: 201 })
    }),
  )
  const { place } = renderPortal('/users?page=3', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('Email addresses')
  await userEvent.click(field)
  await userEvent.paste('a@acme.test, b@acme.test\nc@acme.test')
  expect(within(dialog).queryByLabelText(/^Name/)).not.toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send 3 invitations' }))

  expect(await screen.findByText('b@acme.test: Already a member of this organization')).toBeVisible()
  expect(invited).toEqual(['a@acme.test', 'c@acme.test'])
  expect(field).toHaveValue('b@acme.test')
  // Spec §4: after a bulk invite the list starts over with ten rows.
  expect(place()).toBe('/users?pageSize=10')
  expect(asked.at(-1)?.get('_limit')).toBe('10')
})

test('a last day of which only a part is typed is refused instead of giving permanent access', async () => {
  const invited = vi.fn()
  withUsers()
  server.use(
    http.post('*/identity/resources/users/v2', () => {
      invited()
      return HttpResponse.json({}, { status: 201 })
    }),
  )
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Email addresses'), 'new@acme.test')
  const day = await dialog.findByLabelText(/Last day of access/)
  typePartOfDate(day)
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(day).toHaveAccessibleDescription('Enter a complete date'))
  expect(invited).not.toHaveBeenCalled()
})

test('invalid addresses are rejected before an invitation is sent', async () => {
  withUsers()
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Email addresses'), 'a@acme.test, nobody')
  await userEvent.click(within(dialog).getByRole('button', { name: /^Send/ }))
  expect(await within(dialog).findByText('Invalid email address: nobody')).toBeVisible()
})

test('the vendor decides whether a phone number is asked', async () => {
  const inviteDialog = { phoneNumberField: 'mandatory' }
  server.use(...boot({ navigation: { users: { visibility: 'always', inviteDialog } } }))
  withUsers()
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Email addresses'), 'a@acme.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await within(dialog).findByText(/Enter a phone number/)).toBeVisible()
})

test('only pending invitations can be resent', async () => {
  withUsers()
  const resent: unknown[] = []
  server.use(
    http.post(`${MEMBERS}/:id/resendActivationEmail`, ({ params }) => {
      resent.push(params.id)
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await row('Grace Hopper')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Resend invitation' }))
  expect(await screen.findByText('1 invitation resent')).toBeVisible()
  expect(resent).toEqual([ALAN.id])
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
  expect(await screen.findByRole('menuitem', { name: 'Disable' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Resend invitation' })).not.toBeInTheDocument()
})

test('the vendor chooses the fields of the invitation form', async () => {
  const fieldsProperties = {
    name: { settings: { validation: { required: true } } },
    phoneNumber: { appearance: 'hidden' },
  }
  const pages = { users: { inviteUserModal: { inviteByEmail: { fieldsProperties } } } }
  server.use(...boot({ themeV2: { adminPortal: { pages } } }))
  withUsers()
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText(/^Phone number/)).not.toBeInTheDocument()
  await userEvent.type(within(dialog).getByLabelText('Email addresses'), 'a@acme.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await within(dialog).findByText('Enter a name')).toBeVisible()
})
