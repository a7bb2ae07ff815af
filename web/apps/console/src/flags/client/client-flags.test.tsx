import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole, withTables } from '../../testing'

const server = cannedServer(...boot({}))

function withFlags(flags: Record<string, boolean>) {
  const tables: Parameters<typeof withTables>[1] = { flags }
  const asked = withTables(server, tables)
  server.use(http.get('*/feature-flags/v1', () => HttpResponse.json({ items: [], hasNext: false })))
  return { asked, tables }
}

test('a flag of clients is switched where it stands, with what it does', async () => {
  const user = userEvent.setup()
  const { asked } = withFlags({ 'new-dashboard': true })
  const { place } = renderConsole('/flags', { server })
  await user.click(await screen.findByRole('tab', { name: 'Client flags' }))
  const passkeys = await screen.findByRole('switch', { name: 'show-passkeys-new' })
  expect(place()).toBe('/flags/client')
  expect(screen.getByText(/^Offer passkeys at sign-in/)).toBeVisible()
  expect(passkeys).not.toBeChecked()
  // A flag without a stored value cannot be removed.
  expect(screen.queryByRole('button', { name: 'Actions for show-passkeys-new' })).toBeNull()
  await user.click(passkeys)
  expect(await screen.findByText('show-passkeys-new is on')).toBeVisible()
  expect(asked).toEqual([['flags', { 'show-passkeys-new': true }, []]])
})

test('a flag that was removed concurrently is not created again by a switch', async () => {
  const user = userEvent.setup()
  const { asked, tables } = withFlags({ 'new-dashboard': true })
  renderConsole('/flags/client', { server })
  const flag = await screen.findByRole('switch', { name: 'new-dashboard' })
  tables.flags = {}
  await user.click(flag)
  expect(await screen.findByText(/This flag was removed by another administrator/)).toBeVisible()
  expect(asked).toEqual([])
})

test('one is added under a name that is free, and removed after a question', async () => {
  const user = userEvent.setup()
  const { asked } = withFlags({ 'new-dashboard': true })
  renderConsole('/flags/client', { server })
  await user.click(await screen.findByRole('button', { name: 'Add client flag' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add client flag' }))
  const [name, add] = [dialog.getByLabelText('Name'), dialog.getByRole('button', { name: 'Add client flag' })]
  await user.type(name, 'new dashboard')
  await user.click(add)
  expect(await dialog.findByText(/^Use at most 100 letters, digits/)).toBeVisible()
  await user.clear(name)
  await user.type(name, 'new-dashboard')
  await user.click(add)
  expect(await dialog.findByText('This flag already exists')).toBeVisible()
  await user.type(name, '-2')
  await user.click(add)
  expect(await screen.findByText('new-dashboard-2 added')).toBeVisible()
  expect(asked).toEqual([['flags', { 'new-dashboard-2': false }, []]])

  await user.click(await screen.findByRole('button', { name: 'Actions for new-dashboard' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove new-dashboard?' }))
  await user.click(question.getByRole('button', { name: 'Remove new-dashboard' }))
  await waitFor(() => expect(asked.at(-1)).toEqual(['flags', {}, ['new-dashboard']]))
})

test('a read-only role cannot use the switches', async () => {
  withFlags({ 'new-dashboard': true })
  renderConsole('/flags/client', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Your role has read-only access.')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'new-dashboard' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: /Add|Actions for/ })).toBeNull()
})

test('of a thousand some are drawn, and the others when they are asked for', async () => {
  const user = userEvent.setup()
  withFlags(Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`flag-${at}`, at % 2 === 0])))
  renderConsole('/flags/client', { server })
  expect(await screen.findAllByRole('switch')).toHaveLength(100)
  const all = screen.getByRole('button', { name: /^Show all 1\d\d$/ })
  await user.click(all)
  expect(screen.getAllByRole('switch').length).toBeGreaterThanOrEqual(150)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  expect(screen.getAllByRole('switch')[100]).toHaveFocus()
})
