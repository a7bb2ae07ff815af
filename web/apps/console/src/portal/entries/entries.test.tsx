import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { READ_ONLY, renderConsole, withTables } from '../../testing'

const server = cannedServer(...boot({}))
const SAML = { configuration: { acsUrl: 'https://a.test/acs', redirectUri: 'https://a.test' }, properties: [] }

afterEach(() => void vi.restoreAllMocks())

async function opened(user: ReturnType<typeof userEvent.setup>, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

const type = (field: HTMLElement, value: object | string) =>
  fireEvent.change(field, { target: { value: typeof value === 'string' ? value : JSON.stringify(value) } })

test('only what was changed of an entry is sent, and what was taken out as null', async () => {
  const user = userEvent.setup()
  const asked = withTables(server, { portal: { saml: SAML } })
  const { place } = renderConsole('/portal', { server })
  await user.click(await screen.findByRole('tab', { name: 'Advanced' }))
  expect(await screen.findByText('SAML metadata that identity providers receive.')).toBeVisible()
  expect(place()).toBe('/portal/entries')
  await opened(user, 'saml', 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit saml' }))
  type(dialog.getByLabelText('Entry (JSON)'), { configuration: { acsUrl: 'https://b.test/acs' }, properties: [] })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('saml saved')).toBeVisible()
  expect(asked).toEqual([
    ['portal', { saml: { configuration: { acsUrl: 'https://b.test/acs', redirectUri: null } } }, []],
  ])
})

test('what is no entry is said at the field, as is what the server refuses of it, with its place', async () => {
  const user = userEvent.setup()
  withTables(server, { portal: { saml: SAML } })
  renderConsole('/portal/entries', { server })
  await opened(user, 'saml', 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit saml' }))
  const [entry, save] = [dialog.getByLabelText('Entry (JSON)'), dialog.getByRole('button', { name: 'Save changes' })]
  type(entry, '{ "configuration": ')
  await user.click(save)
  expect(await dialog.findByText(/^Line 1, column 20: a value is missing/)).toBeVisible()
  type(entry, { configuration: [] })
  await user.click(save)
  expect(await dialog.findByText(/^Use only configuration \(an object\) and properties/)).toBeVisible()
  const problem = 'portal.saml.configuration.acsUrl: must be a URL such as https://www.example.com/logo.svg'
  server.use(
    http.patch('*/vendor/resources/configuration/v1/portal', () =>
      HttpResponse.json(
        { errors: [problem], errorCode: 'vendor.document_refused', context: { problems: [problem] } },
        { status: 400 },
      ),
    ),
  )
  type(entry, { configuration: { acsUrl: 'nowhere' } })
  await user.click(save)
  expect(await dialog.findByText(/^configuration\.acsUrl: must be a URL/)).toBeVisible()
})

test('a conflict with another administrator is reported once, with its path', async () => {
  const user = userEvent.setup()
  const tables: Parameters<typeof withTables>[1] = { portal: { saml: SAML } }
  const asked = withTables(server, tables)
  renderConsole('/portal/entries', { server })
  await opened(user, 'saml', 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit saml' }))
  const ours = { ...SAML, configuration: { ...SAML.configuration, acsUrl: 'https://ours.test' } }
  type(dialog.getByLabelText('Entry (JSON)'), ours)
  tables.portal = {
    saml: { ...SAML, configuration: { acsUrl: 'https://theirs.test', redirectUri: 'https://new.test' } },
  }
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await user.click(save)
  expect(await dialog.findByText(/^Another administrator changed configuration\.acsUrl/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(save)
  const patch = { saml: { configuration: { acsUrl: 'https://ours.test' } } }
  await waitFor(() => expect(asked).toEqual([['portal', patch, []]]))
})

test('unsaved input of an entry that was removed concurrently is kept, and the removal is reported', async () => {
  const user = userEvent.setup()
  const tables: Parameters<typeof withTables>[1] = { portal: { saml: SAML } }
  withTables(server, tables)
  renderConsole('/portal/entries', { server })
  await opened(user, 'saml', 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit saml' }))
  const entry = dialog.getByLabelText('Entry (JSON)')
  type(entry, { configuration: { acsUrl: 'https://mine.test' } })
  tables.portal = {}
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText('This entry was removed by another administrator')).toBeVisible()
  // Refetches the list, as when the window gets focus again.
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for saml', hidden: true })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Edit saml' })).toContainElement(entry)
  expect(entry).toHaveValue('{"configuration":{"acsUrl":"https://mine.test"}}')
})

test('an entry whose response was lost is added by a second attempt', async () => {
  const user = userEvent.setup()
  const shop = { configuration: { color: 'red' } }
  const tables: Parameters<typeof withTables>[1] = { portal: { saml: SAML } }
  withTables(server, tables)
  renderConsole('/portal/entries', { server })
  await user.click(await screen.findByRole('button', { name: 'Add entry' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add entry' }))
  await user.type(dialog.getByLabelText('Name'), 'shop')
  type(dialog.getByLabelText('Entry (JSON)'), shop)
  tables.portal = { saml: SAML, shop: { properties: [], ...shop } }
  await user.click(dialog.getByRole('button', { name: 'Add entry' }))
  expect(await screen.findByText('shop saved')).toBeVisible()
})

test('one is added under a name that is free, and removed after a question', async () => {
  const user = userEvent.setup()
  const asked = withTables(server, { portal: { saml: SAML } })
  renderConsole('/portal/entries', { server })
  await user.click(await screen.findByRole('button', { name: 'Add entry' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add entry' }))
  await user.type(dialog.getByLabelText('Name'), 'saml')
  await user.click(dialog.getByRole('button', { name: 'Add entry' }))
  expect(await dialog.findByText('This entry already exists')).toBeVisible()
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'shop')
  type(dialog.getByLabelText('Entry (JSON)'), { configuration: { color: 'red' } })
  await user.click(dialog.getByRole('button', { name: 'Add entry' }))
  expect(await screen.findByText('shop saved')).toBeVisible()
  expect(asked).toEqual([['portal', { shop: { configuration: { color: 'red' } } }, []]])

  await opened(user, 'shop', 'Remove')
  const question = within(await screen.findByRole('dialog', { name: 'Remove shop?' }))
  await user.click(question.getByRole('button', { name: 'Remove shop' }))
  await waitFor(() => expect(asked.at(-1)).toEqual(['portal', {}, ['shop']]))
})

test('a read-only role changes nothing', async () => {
  withTables(server, { portal: { saml: SAML } })
  renderConsole('/portal/entries', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Your role has read-only access.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Add|Actions for/ })).toBeNull()
})
