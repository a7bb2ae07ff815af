import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderPortal, role, usersPage } from '../testing'

const server = cannedServer(...boot())

test('of five hundred roles not all are drawn, and each is found by its name', async () => {
  const roles = Array.from({ length: 500 }, (_, index) => role(`Role ${index + 1}`))
  server.use(
    http.get('*/identity/resources/users/v2', () => usersPage([])),
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: roles })),
  )
  renderPortal('/users', { server })
  const [invite] = await screen.findAllByRole('button', { name: 'Invite users' })
  fireEvent.click(invite as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  const field = await within(dialog).findByRole('combobox', { name: 'Roles' })
  await userEvent.click(field)
  expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(100)
  fireEvent.change(field, { target: { value: 'Role 499' } })
  expect(await screen.findByRole('option', { name: /Role 499/, hidden: true })).toBeInTheDocument()
})
