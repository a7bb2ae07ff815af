import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal, usersPage } from '../testing'
import type { InviteLink } from '../wire'

const server = cannedServer(...boot())
const OWN = '*/tenants/invites/v1/user'
const LINK: InviteLink = {
  id: 'l1',
  vendorId: 'v1',
  tenantId: 't1',
  userId: 'u1',
  token: 'abc',
  url: 'https://id.test/account/sign-up?invitationToken=abc',
  expires: '2030-01-01T00:00:00Z',
  shouldSendEmail: true,
  roleIds: [],
}

function withLink(start: InviteLink | undefined) {
  let link = start
  const asked: unknown[] = []
  server.use(
    http.get('*/identity/resources/users/v2', () => usersPage([])),
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: [] })),
    http.get(OWN, () => (link ? HttpResponse.json(link) : refusal(404, 'invites.not_found', 'None'))),
    http.post('*/tenants/invites/v2/user', async ({ request }) => {
      asked.push(await request.json())
      link = LINK
      return HttpResponse.json(LINK, { status: 201 })
    }),
    http.delete(OWN, () => {
      link = undefined
      return new HttpResponse(null)
    }),
  )
  return { asked, current: () => link }
}

async function open() {
  await userEvent.click(await screen.findByRole('button', { name: 'Invite link' }))
  return screen.findByRole('dialog')
}

test('a link is made for 30 days, and shown to copy', async () => {
  const { asked } = withLink(undefined)
  renderPortal('/users', { server })
  const dialog = await open()
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Create link' }))
  expect(await screen.findByText(LINK.url)).toBeVisible()
  expect(asked).toEqual([{ expiresInMinutes: 43_200, shouldSendEmail: true, roleIds: [] }])
})

test('the keyboard is back at its button when the form is closed that came after the waiting', async () => {
  withLink(undefined)
  renderPortal('/users', { server })
  const button = await screen.findByRole('button', { name: 'Invite link' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Create link' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(button).toHaveFocus())
})

test('a link is deleted after a question', async () => {
  const { current } = withLink(LINK)
  renderPortal('/users', { server })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete link' }))
  const question = await screen.findByRole('dialog', { name: 'Delete your invite link?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete link' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(current()).toBeUndefined()
})

test('who may not invite by a link is not offered one', async () => {
  withLink(LINK)
  renderPortal('/users', { server, person: readOnly('fe.secure.read.users') })
  expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Invite link' })).not.toBeInTheDocument()
})
