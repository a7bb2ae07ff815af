import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole, withTables } from '../../testing'

const server = cannedServer(
  ...boot({}),
  http.get('*/vendor/resources/configuration/v1', () => HttpResponse.json({ document: '[brand]\n' })),
)

test('what infrastructure code keeps is changed by hand, and emptied', async () => {
  const user = userEvent.setup()
  const asked = withTables(server, { workspace: { country: 'DE', host: 'old.example.com' } })
  const { place } = renderConsole('/configuration', { server })
  await user.click(await screen.findByRole('tab', { name: 'Workspace' }))
  const card = within(await screen.findByRole('region', { name: 'Company' }))
  expect(place()).toBe('/configuration/workspace')
  await user.type(card.getByLabelText(/Backend stack/), 'Python')
  await user.clear(card.getByLabelText(/Previous host/))
  await user.click(card.getByRole('switch', { name: 'Starter kit installed' }))
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Workspace saved')).toBeVisible()
  expect(asked).toEqual([['workspace', { backend_stack: 'Python', open_saas_installed: true }, ['host']]])
})

test('a concurrent setting is reported at its field', async () => {
  const user = userEvent.setup()
  const tables: Parameters<typeof withTables>[1] = { workspace: {} }
  const asked = withTables(server, tables)
  renderConsole('/configuration/workspace', { server })
  const card = within(await screen.findByRole('region', { name: 'Company' }))
  await user.type(card.getByLabelText(/Country/), 'DE')
  tables.workspace = { country: 'FR' }
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  expect(await card.findByText(/Another administrator changed this to “FR”/)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['workspace', { country: 'DE' }, []]]))
})

test('a read-only role changes nothing', async () => {
  withTables(server, { workspace: {} })
  renderConsole('/configuration/workspace', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Your role has read-only access.')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Starter kit installed' })).toBeDisabled()
})
