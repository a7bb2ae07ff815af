import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole, withTables } from '../testing'

const server = cannedServer(...boot({}))
const OVERDUE = { name: 'Invoice overdue', description: 'A day after it was due', category: 'Invoices' }

async function opened(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Invoice overdue' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('an event is made under its key, which is one of the vendor’s own', async () => {
  const user = userEvent.setup()
  const asked = withTables(server, { events: {} })
  renderConsole('/events', { server })
  expect(await screen.findByText('No custom events yet')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Create event' })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create event' }))
  await user.type(dialog.getByLabelText('Name'), 'Invoice overdue')
  const [key, save] = [dialog.getByLabelText('Key'), dialog.getByRole('button', { name: 'Create event' })]
  await user.type(key, 'gatehouse.invoices')
  await user.click(save)
  expect(await dialog.findByText(/^Keys that start with frontegg\. or gatehouse\./)).toBeVisible()
  await user.clear(key)
  await user.type(key, 'invoices.overdue')
  await user.click(save)
  expect(await screen.findByText('Invoice overdue created')).toBeVisible()
  const values = { 'invoices.overdue': { name: 'Invoice overdue', description: '', category: 'Product' } }
  expect(asked).toEqual([['events', values, []]])
  expect(await screen.findByRole('row', { name: /Invoice overdue.*invoices\.overdue.*Product/ })).toBeVisible()
})

test('a key that is there already is no other event’s', async () => {
  const user = userEvent.setup()
  const asked = withTables(server, { events: { 'invoices.overdue': OVERDUE } })
  renderConsole('/events', { server })
  await user.click(await screen.findByRole('button', { name: 'Create event' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create event' }))
  await user.type(dialog.getByLabelText('Name'), 'Something else')
  await user.type(dialog.getByLabelText('Key'), 'invoices.overdue')
  await user.click(dialog.getByRole('button', { name: 'Create event' }))
  expect(await dialog.findByText('This key is already used by “Invoice overdue”')).toBeVisible()
  expect(asked).toEqual([])
})

test('a concurrent change is reported at its field and not undone; removed values are not restored', async () => {
  const user = userEvent.setup()
  const tables: Parameters<typeof withTables>[1] = { events: { 'invoices.overdue': OVERDUE } }
  const asked = withTables(server, tables)
  renderConsole('/events', { server })
  await opened(user, 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Invoice overdue' }))
  expect(dialog.queryByLabelText('Key')).toBeNull()
  await user.type(dialog.getByLabelText('Category'), ' due')
  tables.events = { 'invoices.overdue': { ...OVERDUE, name: 'Theirs', category: 'Money' } }
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await user.click(save)
  expect(await dialog.findByText(/Another administrator changed this to “Money”/)).toBeVisible()
  tables.events = {}
  await user.click(save)
  expect(await dialog.findByText('This event was deleted by another administrator')).toBeVisible()
  tables.events = { 'invoices.overdue': { ...OVERDUE, category: 'Money' } }
  await user.click(save)
  await waitFor(() => expect(asked).toEqual([['events', { 'invoices.overdue': { category: 'Invoices due' } }, []]]))
})

test('an event goes when its name was typed', async () => {
  const user = userEvent.setup()
  const asked = withTables(server, { events: { 'invoices.overdue': OVERDUE } })
  renderConsole('/events', { server })
  await opened(user, 'Delete')
  const question = within(await screen.findByRole('dialog', { name: 'Delete Invoice overdue?' }))
  await user.type(question.getByRole('textbox'), 'Invoice overdue')
  await user.click(question.getByRole('button', { name: 'Delete Invoice overdue' }))
  await waitFor(() => expect(asked).toEqual([['events', {}, ['invoices.overdue']]]))
})

test('a read-only role changes nothing', async () => {
  withTables(server, { events: { 'invoices.overdue': OVERDUE } })
  renderConsole('/events', { permissions: READ_ONLY, server })
  expect(await screen.findByRole('row', { name: /Invoice overdue/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Create|Actions for/ })).toBeNull()
})
