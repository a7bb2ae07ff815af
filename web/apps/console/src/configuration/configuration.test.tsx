import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { i18n } from '@gatehouse/ui'
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import { groupByTable, offsetOfTable, parseChange } from './problem-paths'

const server = cannedServer(...boot({}))
afterEach(async () => {
  localStorage.clear()
  await i18n.changeLanguage('en')
})
const PATH = '*/vendor/resources/configuration/v1'
const SHOWN = '[brand]\nname = "Acme"\n\n[roles.Admin]\nname = "Admin"\n'

function withDocument() {
  const asked: unknown[] = []
  server.use(
    http.get(PATH, () => HttpResponse.json({ document: SHOWN })),
    http.post(`${PATH}/diff`, async ({ request }) => {
      asked.push(['DIFF', await request.json()])
      return HttpResponse.json({ differences: ['~ brand.name: "Acme" -> "Initech"', '+ plans.a = {}'], digest: 'd1' })
    }),
    http.post(PATH, async ({ request }) => {
      asked.push(['APPLY', await request.json()])
      return HttpResponse.json({ differences: ['~ brand.name: "Acme" -> "Initech"'] })
    }),
  )
  return asked
}

const edit = async (text: string) => {
  const area = await screen.findByRole('textbox', { name: 'Document' })
  fireEvent.change(area, { target: { value: text } })
  return area
}

test('what would change is shown before it is applied', async () => {
  const user = userEvent.setup()
  const asked = withDocument()
  renderConsole('/configuration', { server })
  await edit('[brand]\nname = "Initech"')
  expect(screen.queryByRole('button', { name: 'Apply changes' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Review changes' }))
  expect(await screen.findByText('2 changes')).toBeVisible()
  expect(screen.getByText('brand.name: "Acme" -> "Initech"')).toBeVisible()
  expect(screen.getByText('Added')).toBeVisible()
  expect(asked).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Apply changes' }))
  const question = await screen.findByRole('dialog', { name: 'Apply these changes?' })
  await user.click(within(question).getByRole('button', { name: 'Apply changes' }))
  expect(await screen.findByText('Configuration applied')).toBeVisible()
  expect(asked[1]).toEqual(['APPLY', { document: '[brand]\nname = "Initech"', digest: 'd1' }])
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Document' })).toHaveValue(SHOWN))
})

test('a document of a thousand plans has a field of a fixed height, which is not measured at each key', async () => {
  const plan = (_: unknown, at: number) => `[plans.p${at}]\nname = "Plan number ${at}"\n`
  const long = Array.from({ length: 1000 }, plan).join('\n')
  withDocument()
  server.use(http.get(PATH, () => HttpResponse.json({ document: long })))
  renderConsole('/configuration', { server })
  const area = await screen.findByRole('textbox', { name: 'Document' })
  expect(area).toHaveValue(long)
  expect(area).toHaveAttribute('rows', '28')
})

test('concurrent changes are shown before anything is applied', async () => {
  const user = userEvent.setup()
  const asked = withDocument()
  renderConsole('/configuration', { server })
  await edit('[brand]\nname = "Initech"')
  await user.click(screen.getByRole('button', { name: 'Review changes' }))
  await user.click(await screen.findByRole('button', { name: 'Apply changes' }))
  server.use(
    http.post(PATH, () => refusal(409, 'vendor.document_changed', 'Compare again'), { once: true }),
    http.post(`${PATH}/diff`, () =>
      HttpResponse.json({ differences: ['~ brand.name: "Hooli" -> "Initech"'], digest: 'd2' }),
    ),
  )
  const apply = async () => {
    const question = await screen.findByRole('dialog', { name: 'Apply these changes?' })
    await user.click(within(question).getByRole('button', { name: 'Apply changes' }))
  }
  await apply()
  expect(await screen.findByText('The configuration was changed by someone else')).toBeVisible()
  expect(screen.getByText('brand.name: "Hooli" -> "Initech"')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Document' })).toHaveValue('[brand]\nname = "Initech"')
  await user.click(screen.getByRole('button', { name: 'Apply changes' }))
  await apply()
  expect(await screen.findByText('Configuration applied')).toBeVisible()
  expect(asked.at(-1)).toEqual(['APPLY', { document: '[brand]\nname = "Initech"', digest: 'd2' }])
})

test('a comparison is discarded when the document is edited', async () => {
  const user = userEvent.setup()
  withDocument()
  renderConsole('/configuration', { server })
  await edit('a')
  await user.click(screen.getByRole('button', { name: 'Review changes' }))
  expect(await screen.findByRole('button', { name: 'Apply changes' })).toBeVisible()
  await edit('b')
  expect(screen.queryByRole('button', { name: 'Apply changes' })).toBeNull()
})

test('each problem stands with its table, and leads to it', async () => {
  const user = userEvent.setup()
  withDocument()
  const problems = ['roles.Admin.level: must be a number', 'roles: the first user of an account must have a role']
  server.use(
    http.post(`${PATH}/diff`, () =>
      HttpResponse.json(
        {
          errors: [problems.join('; ')],
          errorCode: 'vendor.document_refused',
          errorCodes: ['vendor.document_refused'],
          context: { problems },
        },
        { status: 400 },
      ),
    ),
  )
  renderConsole('/configuration', { server })
  const area = (await edit(`${SHOWN}level = "x"`)) as HTMLTextAreaElement
  await user.click(screen.getByRole('button', { name: 'Review changes' }))
  expect(await screen.findByText('2 problems found. Nothing was changed.')).toBeVisible()
  expect(screen.getByText('[roles]')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Go to [roles] in the document' }))
  expect(area).toHaveFocus()
  expect(area.selectionStart).toBe(SHOWN.indexOf('[roles.Admin]'))
})

test('problems are shown in German, those without a translation as the server reports them', async () => {
  const user = userEvent.setup()
  localStorage.setItem('gatehouse-language', 'de')
  withDocument()
  const problems = ['roles.Admin.name: String should have at most 200 characters', 'brand: never heard of']
  const problemCodes = [
    { place: 'roles.Admin.name', code: 'string_too_long', given: { max_length: 200 } },
    { place: 'brand', code: 'unheard_of', given: {} },
  ]
  server.use(
    http.post(`${PATH}/diff`, () =>
      HttpResponse.json(
        {
          errors: [problems.join('; ')],
          errorCode: 'vendor.document_refused',
          errorCodes: ['vendor.document_refused'],
          context: { problems, problemCodes },
        },
        { status: 400 },
      ),
    ),
  )
  renderConsole('/configuration', { server })
  fireEvent.change(await screen.findByRole('textbox', { name: 'Dokument' }), { target: { value: 'x' } })
  await user.click(screen.getByRole('button', { name: 'Änderungen prüfen' }))
  expect(await screen.findByText('roles.Admin.name: darf höchstens 200 Zeichen haben')).toBeVisible()
  expect(screen.getByText('[roles]')).toBeVisible()
  expect(screen.getByText('brand: never heard of')).toBeVisible()
})

test('a read-only role sees the document and changes nothing', async () => {
  withDocument()
  renderConsole('/configuration', { permissions: READ_ONLY, server })
  expect(await screen.findByRole('textbox', { name: 'Document' })).toHaveAttribute('readonly')
  expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull()
})

test.each([
  ['a table', 'roles.Admin.level: wrong', 'roles'],
  ['a table of its own', 'brand: wrong', 'brand'],
  ['the whole', 'The document is not valid TOML: here', ''],
])('a problem of %s', (_, text, section) => {
  expect(groupByTable([text])).toEqual([{ section, text }])
})

test('tables are found by their heading', () => {
  expect(offsetOfTable(SHOWN, 'brand')).toBe(0)
  expect(offsetOfTable(SHOWN, 'role')).toBe(-1)
  expect(offsetOfTable('[[events.a]]', 'events')).toBe(0)
})

test('a difference has a kind', () => {
  expect(parseChange('- roles.Old')).toEqual({ kind: '-', text: 'roles.Old' })
})

test('a page shows its part of the document, to compare and to apply', async () => {
  const user = userEvent.setup()
  const asked: unknown[] = withDocument()
  const read: string[][] = []
  server.use(
    http.get(PATH, ({ request }) => {
      read.push(new URL(request.url).searchParams.getAll('table'))
      return HttpResponse.json({ document: '[brand]\nname = "Acme"\n' })
    }),
    http.get(`${PATH}/brand`, () => HttpResponse.json({ table: 'brand', values: { name: 'Acme' } })),
  )
  renderConsole('/brand', { server })
  await user.click(await screen.findByRole('button', { name: 'View as code' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'This page as code' }))
  const area = await dialog.findByRole('textbox', { name: 'Document' })
  expect(area).toHaveValue('[brand]\nname = "Acme"\n')
  expect(read).toEqual([['brand']])
  fireEvent.change(area, { target: { value: '[brand]\nname = "Initech"' } })
  await user.click(dialog.getByRole('button', { name: 'Review changes' }))
  expect(await dialog.findByText('2 changes')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Apply changes' }))
  const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
  await user.click(question.getByRole('button', { name: 'Apply changes' }))
  expect(await screen.findByText('Configuration applied')).toBeVisible()
  expect(asked.at(-1)).toEqual(['APPLY', { document: '[brand]\nname = "Initech"', digest: 'd1' }])
})

test('without read access to the configuration it is not offered', async () => {
  server.use(http.get('*/entitlements/resources/plans/v1', () => HttpResponse.json({ items: [], hasNext: false })))
  renderConsole('/plans', { permissions: ['vendor.read.entitlements'], server })
  expect(await screen.findByRole('heading', { name: 'Plans' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'View as code' })).toBeNull()
})

test('an answer about what stood there before says nothing of what stands there now', async () => {
  const user = userEvent.setup()
  withDocument()
  let answer = () => {}
  const asked = new Promise<void>((arrived) =>
    server.use(
      http.post(`${PATH}/diff`, async () => {
        arrived()
        await new Promise<void>((go) => {
          answer = go
        })
        return HttpResponse.json({ differences: ['+ plans.a = {}'], digest: 'd1' })
      }),
    ),
  )
  renderConsole('/configuration', { server })
  await edit('[plans.a]')
  const compare = screen.getByRole('button', { name: 'Review changes' })
  await user.click(compare)
  await asked
  await edit('[plans.b]')
  answer()
  await waitFor(() => expect(compare).not.toHaveAttribute('data-loading'))
  expect(screen.queryByRole('button', { name: 'Apply changes' })).toBeNull()
})

test('starting over asks first', async () => {
  const user = userEvent.setup()
  withDocument()
  renderConsole('/configuration', { server })
  const area = await edit('[brand]\nname = "Initech"')
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(area).toHaveValue('[brand]\nname = "Initech"')
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(area).toHaveValue(SHOWN))
  await waitFor(() => expect(area).toHaveFocus())
})

test('closing a page’s configuration asks about what was typed in it, and about nothing else', async () => {
  const user = userEvent.setup()
  withDocument()
  server.use(http.get(`${PATH}/brand`, () => HttpResponse.json({ table: 'brand', values: { name: 'Acme' } })))
  renderConsole('/brand', { server })
  const name = await screen.findByRole('textbox', { name: 'Product name' })
  await user.type(name, ' Cloud')
  const open = () => user.click(screen.getByRole('button', { name: 'View as code' }))
  const close = () => user.keyboard('{Escape}')
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  const area = await screen.findByRole('textbox', { name: 'Document' })
  await waitFor(() => expect(area).toHaveFocus())
  await close()
  await isClosed()
  await open()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Document' }), { target: { value: 'a' } })
  expect(area).not.toBeInTheDocument()
  await close()
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Discard changes' }))
  await isClosed()
  expect(name).toHaveValue('Acme Cloud')
  // The unsaved changes of the page itself still ask for confirmation.
  await user.click(screen.getByRole('link', { name: 'Portal' }))
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('what is no text is refused without a word of a programming language, and stays', async () => {
  const user = userEvent.setup()
  withDocument()
  server.use(
    http.post(`${PATH}/diff`, () => refusal(400, 'ER-1', "document: String should match pattern '^[^\\x00]*$'")),
  )
  renderConsole('/configuration', { server })
  await edit('GIF89a')
  await user.click(screen.getByRole('button', { name: 'Review changes' }))
  expect(await screen.findByText('This value is not allowed')).toBeVisible()
  expect(screen.queryByText(/pattern/)).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Document' })).toHaveValue('GIF89a')
})

const OFFLINE = 'You are offline. This will load when you are back online.'

/** Lists no plans, then fails every request. */
async function withoutNetwork() {
  withDocument()
  server.use(http.get('*/entitlements/resources/plans/v1', () => HttpResponse.json({ items: [], hasNext: false })))
  renderConsole('/plans', { server })
  expect(await screen.findByText('No plans yet')).toBeVisible()
  act(() => onlineManager.setOnline(false))
}

test.each(['Configuration', 'Brand'])(
  'without a network %s says so instead of an outline that never ends',
  async (name) => {
    await withoutNetwork()
    await userEvent.click(screen.getByRole('link', { name }))
    expect(await screen.findByRole('heading', { name })).toBeVisible()
    expect(await screen.findByText(OFFLINE)).toBeVisible()
  },
)

test('and so does a page’s part of the document, which comes when the network is back', async () => {
  await withoutNetwork()
  await userEvent.click(screen.getByRole('button', { name: 'View as code' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'This page as code' }))
  expect(await dialog.findByText(OFFLINE)).toBeVisible()
  act(() => onlineManager.setOnline(true))
  expect(await dialog.findByRole('textbox', { name: 'Document' })).toHaveValue(SHOWN)
  expect(dialog.queryByText(OFFLINE)).toBeNull()
})

test('fields of a dialog also wait for their options', async () => {
  const user = userEvent.setup()
  await withoutNetwork()
  await user.click(screen.getAllByRole('button', { name: 'Create plan' })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create plan' }))
  expect(await dialog.findByText(OFFLINE)).toBeVisible()
})
