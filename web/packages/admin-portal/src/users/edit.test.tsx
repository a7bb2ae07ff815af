import { recorded, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { renderPortal } from '../testing'
import { act, EDITOR, GRACE, MEMBERS, row, server, VIEWER, withUsers } from './testing'

test('new roles show at once, and the old ones again when the server refuses', async () => {
  withUsers()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const sent = vi.fn()
  server.use(
    http.put(MEMBERS, async ({ request }) => {
      sent(await request.json())
      await answered
      return refusal(403, 'roles.beyond_own', 'That role is above yours')
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Edit')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Roles' }))
  await userEvent.click(await screen.findByRole('option', { name: /Viewer/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))

  await waitFor(async () => expect(within(await row('Grace Hopper')).getByText('Viewer')).toBeVisible())
  expect(sent).toHaveBeenCalledWith({ id: GRACE.id, roleIds: [EDITOR.id, VIEWER.id], baseRoleIds: [EDITOR.id] })
  answer()
  expect(await screen.findByText('Grace Hopper could not be changed: That role is above yours')).toBeVisible()
  await waitFor(async () => expect(within(await row('Grace Hopper')).queryByText('Viewer')).not.toBeInTheDocument())
})

test('taking all roles away sends a list of one empty text', async () => {
  withUsers()
  const sent = vi.fn()
  server.use(
    http.put(MEMBERS, async ({ request }) => {
      sent(await request.json())
      return HttpResponse.json({ item: recorded.MEMBER })
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Edit')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Roles' }))
  await userEvent.click(await screen.findByRole('option', { name: /Editor/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ id: GRACE.id, roleIds: [''], baseRoleIds: [EDITOR.id] }))
})

test('a new name is saved alone', async () => {
  withUsers()
  const sent: unknown[] = []
  server.use(
    http.put(MEMBERS, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: recorded.MEMBER })
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Grace Hopper' })
  await userEvent.type(within(dialog).getByLabelText('Name'), ' II')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toEqual([{ id: GRACE.id, name: 'Grace Hopper II' }]))
})

test('who has not accepted yet brings their own name', async () => {
  withUsers()
  renderPortal('/users', { server })
  await act('Alan Turing', 'Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Alan Turing' })
  expect(await within(dialog).findByRole('combobox', { name: 'Roles' })).toBeVisible()
  expect(within(dialog).queryByLabelText('Name')).not.toBeInTheDocument()
})
