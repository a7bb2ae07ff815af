import { ApiError } from '@gatehouse/api'
import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { asyncSelect, dates, text } from '@gatehouse/ui'
import { typePartOfDate } from '@gatehouse/ui/testing'
import { focusManager, keepPreviousData, onlineManager, queryOptions } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderRoutes } from '../testing'
import { defineAction, useAction } from './action'
import { tableRoute } from './section-routes'
import { SectionTable } from './section-table'
import { defineTable, type StateOf } from './table-state'

const server = cannedServer(...boot())

interface Token {
  readonly id: string
  readonly name: string
}

let stored: Token[]
/** The states that the server was asked for, newest last. */
let asked: StateOf<(typeof tokens)['filters']>[]
let failure: Error | undefined

beforeEach(() => {
  localStorage.clear()
  stored = Array.from({ length: 12 }, (_, index) => ({ id: `t${index + 1}`, name: `Token ${index + 1}` }))
  asked = []
  failure = undefined
})

const OWNERS = [
  { value: 'ada', label: 'Ada' },
  { value: 'grace', label: 'Grace' },
]

const tokens = defineTable({
  start: { pageSize: 10 },
  filters: {
    owners: asyncSelect(
      () => 'Owner',
      () => OWNERS,
    ),
    created: dates(() => 'Created'),
    client: text(() => 'Client ID'),
  },
})

const tokensQuery = (state: StateOf<typeof tokens.filters>) =>
  queryOptions({
    queryKey: ['tokens', state],
    queryFn: () => {
      asked.push(state)
      if (failure) throw failure
      const start = (state.page - 1) * state.pageSize
      return { items: stored.slice(start, start + state.pageSize), total: stored.length }
    },
    placeholderData: keepPreviousData,
  })

const revoke = defineAction({
  async call(_, { id }: Token) {
    stored = stored.filter((one) => one.id !== id)
  },
  invalidates: [['tokens']],
  deletedIds: ({ id }) => [id],
})

const onBulk = vi.fn<(rows: readonly Token[]) => void>()

function TokensPage() {
  const { start } = useAction(revoke)
  return (
    <SectionTable
      id="tokens"
      label="Tokens"
      table={tokens}
      query={tokensQuery}
      columns={[{ id: 'name', header: 'Name', cell: ({ name }: Token) => name }]}
      rowLabel={({ name }) => name}
      rowActions={(token) => [{ label: 'Revoke', onClick: () => start(token) }]}
      bulkActions={[{ label: 'Rotate', onClick: onBulk }]}
      empty={{ drawing: 'key', title: 'No tokens yet' }}
    />
  )
}

const renderTokens = (path = '/tokens') =>
  renderRoutes(
    path,
    (parent) => [
      tableRoute({
        path: 'tokens',
        table: tokens,
        page: TokensPage,
        parent,
        load: ({ queryClient }, state) => queryClient.prefetchQuery(tokensQuery(state)),
      }),
    ],
    { server },
  )

/** As when the person comes back to the window. */
async function readAgain() {
  act(() => focusManager.setFocused(false))
  await act(async () => focusManager.setFocused(true))
}

const filters = () => asked.at(-1)?.filters

test('several choices take effect together, as one step to go back', async () => {
  const { place, history } = renderTokens('/tokens?page=2')
  await screen.findByRole('row', { name: /Token 11/ })
  screen.getByRole('button', { name: 'Owner' }).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Ada' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Grace' }))
  expect(place()).toBe('/tokens?page=2')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(decodeURIComponent(place())).toBe('/tokens?owners=ada,grace'))
  expect(await screen.findByRole('button', { name: 'Owner: Ada +1' })).toBeVisible()
  expect(filters()).toEqual({ owners: ['ada', 'grace'] })
  history.back()
  await waitFor(() => expect(place()).toBe('/tokens?page=2'))
  expect(await screen.findByRole('button', { name: 'Owner' })).toBeVisible()
})

test('dates and words are entered, and all are cleared at once', async () => {
  const { place } = renderTokens()
  await screen.findByRole('row', { name: /Token 1$/ })
  await userEvent.click(screen.getByRole('button', { name: 'Created' }))
  const panel = await screen.findByRole('dialog', { name: 'Created' })
  expect(panel).toHaveStyle({ maxWidth: 'calc(100vw - 1rem)' }) // its fields were cut off on a phone
  const entry = within(panel)
  fireEvent.change(entry.getByLabelText('From'), { target: { value: '2026-03-05' } })
  fireEvent.change(entry.getByLabelText('To'), { target: { value: '2026-03-01' } })
  await userEvent.click(entry.getByRole('button', { name: 'Apply' }))
  expect(entry.getByText('The end date is before the start date')).toBeVisible()
  typePartOfDate(entry.getByLabelText('To'))
  await userEvent.click(entry.getByRole('button', { name: 'Apply' }))
  expect(await entry.findByText('Enter a complete date')).toBeVisible()
  Object.defineProperty(entry.getByLabelText('To'), 'validity', { value: { badInput: false } })
  fireEvent.keyUp(entry.getByLabelText('To'))
  await userEvent.click(entry.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByRole('button', { name: 'Created: Mar 5, 2026 –' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Client ID' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Client ID' }), 'abc{Enter}')
  expect(await screen.findByRole('button', { name: 'Client ID: abc' })).toBeVisible()
  await waitFor(() => expect(filters()).toEqual({ created: { from: '2026-03-05' }, client: 'abc' }))
  expect(place()).toBe('/tokens?created=2026-03-05..&client=abc')

  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(place()).toBe('/tokens'))
  expect(filters()).toEqual({})
})

test('a value that turns out to be unknown is dropped, and leaves no step behind', async () => {
  const { place, history } = renderTokens('/tokens?owners=ada,nobody&created=2026-02-30..')
  expect(await screen.findByRole('button', { name: 'Owner: Ada' })).toBeVisible()
  await waitFor(() => expect(place()).toBe('/tokens?owners=ada'))
  expect(screen.getByRole('button', { name: 'Created' })).toBeVisible()
  expect(history.length).toBe(1)
})

test('a selection outlives pages and removals', async () => {
  const { place } = renderTokens()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Token 1' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Token 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Token 11' }))
  expect(screen.getByText('3 selected')).toHaveTextContent('2 on other pages')

  await userEvent.click(screen.getByRole('button', { name: 'Actions for Token 11' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Token 11/ })).not.toBeInTheDocument())
  expect(screen.getByRole('row', { name: /Token 12/ })).toBeVisible()
  expect(place()).toBe('/tokens?page=2')
  const all = screen.getByRole('checkbox', { name: 'Select all on this page' })
  expect(all).not.toBeChecked()
  expect(all).not.toBePartiallyChecked()

  await userEvent.click(all)
  await userEvent.click(screen.getByRole('button', { name: 'Rotate' }))
  expect(onBulk.mock.lastCall?.[0].map(({ id }) => id)).toEqual(['t1', 't2', 't12'])
  await userEvent.click(all)
  expect(screen.getByText('2 selected')).toHaveTextContent('2 on other pages')
})

test.each([503, 429])(
  'rows that could not be brought up to date (%d) stay, and say of when they are',
  async (status) => {
    renderTokens()
    await screen.findByRole('row', { name: /Token 1$/ })
    failure = new ApiError(status, 'down', ['Down for a moment'])
    await readAgain()
    expect(await screen.findByText(/^Newer rows could not be loaded\. These are from /)).toBeVisible()
    expect(screen.getByRole('row', { name: /Token 1$/ })).toBeVisible()
    failure = undefined
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/^Newer rows/)).not.toBeInTheDocument())
  },
)

test('a refusal takes the rows away: they are not for this person any more', async () => {
  renderTokens()
  await screen.findByRole('row', { name: /Token 1$/ })
  failure = new ApiError(403, 'forbidden', ['No'])
  await readAgain()
  expect(await screen.findByText('You do not have access')).toBeVisible()
  expect(screen.queryByRole('row', { name: /Token 1$/ })).not.toBeInTheDocument()
})

test('without a network the rows are marked as old, and those of another page come when it is back', async () => {
  renderTokens()
  await screen.findByRole('row', { name: /Token 1$/ })
  act(() => onlineManager.setOnline(false))
  expect(await screen.findByText(/^You are offline\. These rows are from \d/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText(/^You are offline\. These rows may be outdated/)).toBeVisible()
  expect(screen.getByRole('row', { name: /Token 1$/ })).toBeVisible()
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByRole('row', { name: /Token 12/ })).toBeVisible()
  expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument()
})
