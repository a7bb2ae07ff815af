import { boot, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { person, renderPortal, usersPage } from '../testing'
import { ALAN, act, asked, GRACE, MEMBERS, row, server, USERS, withUsers } from './testing'

test('the list opens as the spec says', async () => {
  withUsers()
  const { place } = renderPortal('/users', { server })
  const grace = await row('Grace Hopper')
  expect(within(grace).getByText('Active')).toBeVisible()
  expect(within(grace).getByText('Editor')).toBeVisible()
  expect(within(await row('Alan Turing')).getByText('Pending invitation')).toBeVisible()
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    _offset: '0',
    _limit: '20',
    _sortBy: 'name',
    _order: 'DESC',
    _includeSubTenants: 'false',
  })
  expect(place()).toBe('/users')
})

test('page, filter and sort live in the address', async () => {
  withUsers(undefined, 70)
  const { place } = renderPortal('/users?page=2&filter=gra', { server })
  expect(await screen.findByRole('searchbox')).toHaveValue('gra')
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ _offset: '1', _filter: 'gra' })

  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked.at(-1)?.get('_offset')).toBe('2'))
  expect(place()).toBe('/users?page=3&filter=gra')

  const head = within(screen.getByRole('columnheader', { name: 'Last seen' }))
  await userEvent.click(head.getByRole('button', { name: 'Last seen' }))
  await waitFor(() => expect(asked.at(-1)?.get('_sortBy')).toBe('lastLogin'))
  expect(place()).toBe('/users?sort=lastLogin&order=asc&filter=gra')
  expect(asked.at(-1)?.get('_offset')).toBe('0')
})

test('a list that fails to load is empty, and can be asked for again', async () => {
  server.use(http.get(USERS, () => refusal(409, 'conflict', 'Somebody else is faster')))
  renderPortal('/users', { server })
  expect(await screen.findByText('Somebody else is faster')).toBeVisible()
  withUsers()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row('Grace Hopper')).toBeVisible()
})

test('on plain http an address is copied from the menu', async () => {
  withUsers()
  const copied: string[] = []
  const execCommand = () => copied.push(String(window.getSelection())) > 0
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  renderPortal('/users', { server })
  expect(navigator.clipboard).toBeUndefined()
  await act('Grace Hopper', 'Copy email')
  expect(await screen.findByText(`${GRACE.email} copied`)).toBeVisible()
  expect(copied).toEqual([GRACE.email])
})

test('the last row of the last page leaves the page before it, and no way back to nothing', async () => {
  const everybody = Array.from({ length: 21 }, (_, index) => person(`Person ${index}`))
  let users = everybody
  server.use(
    http.get(USERS, ({ request }) => {
      const start = Number(new URL(request.url).searchParams.get('_offset')) * 20
      return usersPage(users.slice(start, start + 20), users.length)
    }),
    http.delete(`${MEMBERS}/:id`, () => {
      users = users.slice(0, 20)
      return new HttpResponse(null)
    }),
  )
  const { place, history } = renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await act('Person 20', 'Remove')
  await userEvent.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Person 20')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Person 20' }))
  expect(await row('Person 19')).toBeVisible()
  expect(place()).toBe('/users')
  expect(history.length).toBe(2)
})

test('a list that is slow never wins over a newer one', async () => {
  let slow = () => {}
  const waited = new Promise<void>((resolve) => {
    slow = resolve
  })
  server.use(
    http.get(USERS, async ({ request }) => {
      const filter = new URL(request.url).searchParams.get('_filter')
      if (filter === 'al') await waited
      return usersPage(filter === 'al' ? [ALAN] : [GRACE])
    }),
  )
  const { place } = renderPortal('/users', { server })
  const search = await screen.findByRole('searchbox')
  await userEvent.type(search, 'al')
  await waitFor(() => expect(place()).toBe('/users?filter=al'))
  await userEvent.clear(search)
  await userEvent.type(search, 'gra')
  await waitFor(() => expect(place()).toBe('/users?filter=gra'))
  slow()
  expect(await row('Grace Hopper')).toBeVisible()
  expect(screen.queryByRole('row', { name: /Alan Turing/ })).not.toBeInTheDocument()
})

test('the vendor hides a column, and shows another at first', async () => {
  const tableColumns = { status: { visibility: 'hidden' }, managedBy: { visibility: 'always', isChecked: true } }
  const pages = { users: { fieldsProperties: { tableColumns } } }
  server.use(...boot({ themeV2: { adminPortal: { pages } } }))
  withUsers()
  renderPortal('/users', { server })
  await row('Grace Hopper')
  const columns = screen.getAllByRole('columnheader').map((column) => column.textContent)
  expect(columns).toEqual(['', 'User', 'Groups', 'Roles', 'Joined', 'Last seen', 'Managed by', 'Actions'])
})

test('Escape closes one layer at a time, and focus goes back each time', async () => {
  withUsers()
  renderPortal('/users', { server })
  const opener = within(await row('Grace Hopper')).getByRole('button', { name: /^Grace Hopper/ })
  opener.focus()
  await userEvent.keyboard('{Enter}')
  const drawer = await screen.findByRole('dialog', { name: 'Grace Hopper' })
  const edit = await within(drawer).findByRole('button', { name: 'Edit' })
  await userEvent.click(edit)
  await screen.findByRole('dialog', { name: 'Edit Grace Hopper' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Grace Hopper' })).not.toBeInTheDocument())
  expect(drawer).toBeInTheDocument()
  await waitFor(() => expect(edit).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(drawer).not.toBeInTheDocument())
  await waitFor(() => expect(opener).toHaveFocus())
})

test('a dialog that a menu opened gives focus back to the menu’s button', async () => {
  withUsers()
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Disable')
  await screen.findByRole('dialog', { name: 'Disable Grace Hopper?' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for Grace Hopper' })).toHaveFocus())
})

test('details have an address of their own, beside the list as it was', async () => {
  withUsers()
  const { place, history } = renderPortal('/users?filter=gra', { server })
  await userEvent.click(within(await row('Grace Hopper')).getByRole('button', { name: /^Grace Hopper/ }))
  const drawer = await screen.findByRole('dialog', { name: 'Grace Hopper' })
  expect(within(drawer).getByText('grace-hopper@acme.test')).toBeVisible()
  expect(place()).toBe(`/users/${GRACE.id}?filter=gra`)
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(place()).toBe('/users?filter=gra')
})

test('a link to a removed user says so', async () => {
  withUsers()
  server.use(http.get('*/identity/resources/users/v1/:id', () => refusal(404, 'members.not_found', 'Not found')))
  const { place } = renderPortal('/users/nobody', { server })
  expect(await screen.findByText('This user is not a member of Acme')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }))
  await waitFor(() => expect(place()).toBe('/users'))
})

test('a hidden column appears when asked for', async () => {
  withUsers(() => [person('Synced', { managedBy: 'scim2' })])
  renderPortal('/users', { server })
  await row('Synced')
  expect(screen.queryByRole('columnheader', { name: 'Managed by' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Managed by' }))
  expect(within(await row('Synced')).getByText('Directory')).toBeVisible()
})
