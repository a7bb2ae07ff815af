import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderUi } from '../testing'
import { DataTable } from './data-table'
import { choice } from './filters'
import { readTableState } from './state'
import type { Column, DataTableProps, TableState } from './types'
import { useSelection } from './use-selection'

interface Person {
  id: string
  name: string
  email: string
}

const ada = { id: 'u1', name: 'Ada', email: 'ada@acme.test' }
const grace = { id: 'u2', name: 'Grace', email: 'grace@acme.test' }
const columns: Column<Person>[] = [
  { id: 'name', header: 'Name', cell: (person) => person.name, sortable: true },
  { id: 'email', header: 'Email', cell: (person) => person.email, sortable: 'emailAddress' },
]

afterEach(() => localStorage.clear())

type Change = Partial<DataTableProps<Person>>

function Screen({
  start,
  onStateChange,
  props,
}: {
  start: TableState
  onStateChange: (state: TableState) => void
  props: Change
}) {
  const [state, setState] = useState(start)
  return (
    <DataTable<Person>
      id="people"
      label="People"
      columns={columns}
      rowId={(person) => person.id}
      rowLabel={(person) => person.name}
      data={{ items: [ada, grace], total: 312 }}
      state={state}
      onStateChange={(next) => {
        onStateChange(next)
        setState(next)
      }}
      searchLabel="Search people"
      selection={useSelection<Person>()}
      empty={<p>No people yet</p>}
      {...props}
    />
  )
}

function renderTable(props: Change = {}, start: Partial<TableState> = {}) {
  const onStateChange = vi.fn<(state: TableState) => void>()
  renderUi(<Screen start={{ page: 1, pageSize: 20, ...start }} onStateChange={onStateChange} props={props} />)
  return { onStateChange }
}

test('rows, range and pages', async () => {
  const { onStateChange } = renderTable()
  expect(screen.getAllByRole('row')).toHaveLength(3)
  expect(screen.getByText('1–2 of 312')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onStateChange).toHaveBeenLastCalledWith(expect.objectContaining({ page: 2 }))
})

test('sorting says itself and starts at page one', async () => {
  const { onStateChange } = renderTable({}, { page: 7 })
  const email = () => screen.getByRole('columnheader', { name: 'Email' })
  expect(email()).not.toHaveAttribute('aria-sort')
  await userEvent.click(within(email()).getByRole('button'))
  expect(onStateChange).toHaveBeenLastCalledWith({ page: 1, pageSize: 20, sort: 'emailAddress', order: 'asc' })
  expect(email()).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.click(within(email()).getByRole('button'))
  expect(email()).toHaveAttribute('aria-sort', 'descending')
})

test('search waits for a pause, goes to page one, and clears at once', async () => {
  const { onStateChange } = renderTable({}, { page: 3 })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search people' }), 'ada')
  expect(onStateChange).not.toHaveBeenCalled()
  await waitFor(() => expect(onStateChange).toHaveBeenCalledOnce())
  expect(onStateChange).toHaveBeenLastCalledWith(expect.objectContaining({ filter: 'ada', page: 1 }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(onStateChange).toHaveBeenLastCalledWith(expect.objectContaining({ filter: undefined }))
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

test('row actions are reached by keyboard', async () => {
  const onClick = vi.fn()
  renderTable({ rowActions: (person) => [{ label: 'Remove', onClick: () => onClick(person.id), danger: true }] })
  screen.getByRole('button', { name: 'Actions for Grace' }).focus()
  await userEvent.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: 'Remove' })
  item.focus()
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledWith('u2')
})

test('selected rows bring a bar that acts on them', async () => {
  const onClick = vi.fn((_: readonly Person[], clear: () => void) => clear())
  renderTable({ bulkActions: [{ label: 'Add to group', onClick }] })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ada' }))
  expect(screen.getByText('1 selected')).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add to group' }))
  expect(onClick).toHaveBeenCalledWith([ada, grace], expect.any(Function))
  expect(screen.queryByText('2 selected')).toBeNull()
})

test('columns can be hidden, except the one that names the row, and stay so', async () => {
  renderTable()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Name' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Email' }))
  expect(screen.queryByRole('columnheader', { name: 'Email' })).toBeNull()
  expect(localStorage.getItem('gatehouse-columns-people')).toContain('"email":false')
})

test('the first cell opens the row', async () => {
  const onOpen = vi.fn()
  renderTable({ onOpen })
  await userEvent.click(screen.getByRole('button', { name: 'Ada' }))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ada)
  await userEvent.click(screen.getByText('grace@acme.test'))
  expect(onOpen).toHaveBeenLastCalledWith(grace)
})

test('loading shows the shape of what comes', () => {
  renderTable({ data: undefined })
  expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByText('1–2 of 312')).toBeNull()
})

test('old rows stay while newer ones are fetched', () => {
  renderTable({ fetching: true })
  expect(screen.getByText('ada@acme.test')).toBeVisible()
  expect(screen.getByRole('region', { name: 'People' })).toHaveAttribute('aria-busy', 'true')
})

test('busy until the newest rows are drawn', async () => {
  const busy = new Map<string, string | null>()
  const region = () => screen.queryByRole('region', { name: 'People' })
  const name = (person: Person) => {
    busy.set(person.name, region()?.getAttribute('aria-busy') ?? null)
    return person.name
  }
  const named: Column<Person>[] = [{ id: 'name', header: 'Name', cell: name }]
  function Refreshed() {
    const [people, setPeople] = useState([ada])
    const data = useMemo(() => ({ items: people, total: 1 }), [people])
    return (
      <>
        <Screen start={{ page: 1, pageSize: 20 }} onStateChange={vi.fn()} props={{ data, columns: named }} />
        <button type="button" onClick={() => setPeople([grace])}>
          Refresh
        </button>
      </>
    )
  }
  renderUi(<Refreshed />)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(screen.getByRole('cell', { name: 'Grace' })).toBeVisible()
  expect(busy.get('Grace')).toBe('true')
  expect(region()).toHaveAttribute('aria-busy', 'false')
})

test('empty because new', () => {
  renderTable({ data: { items: [], total: 0 } })
  expect(screen.getByText('No people yet')).toBeVisible()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('empty because filtered offers to clear search and filters', async () => {
  const { onStateChange } = renderTable(
    { data: { items: [], total: 0 }, filters: { status: choice(() => 'Status', { new: () => 'New' }) } },
    { filter: 'zzz', filters: { status: 'new' } },
  )
  expect(screen.getByText('No results')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(onStateChange).toHaveBeenLastCalledWith({ page: 1, pageSize: 20, filter: undefined, filters: {} })
})

test('a refusal offers no other try', () => {
  const refusal = Object.assign(new Error('Forbidden'), { status: 403 })
  renderTable({ data: undefined, error: refusal, onRetry: vi.fn() })
  expect(screen.getByRole('alert')).toHaveTextContent('You do not have access')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a single page has nowhere to go', () => {
  renderTable({ data: { items: [ada], total: 1 } })
  expect(screen.getByText('1 of 1')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
})

test('an error offers another try', async () => {
  const onRetry = vi.fn()
  renderTable({ data: undefined, error: new Error('no'), onRetry })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a page that is gone becomes the last one there is', () => {
  const { onStateChange } = renderTable({ data: { items: [], total: 41 } }, { page: 9 })
  expect(onStateChange).toHaveBeenLastCalledWith(expect.objectContaining({ page: 3 }))
})

test('invalid values in an address are ignored', () => {
  expect(readTableState({ page: '-1', pageSize: 'many', order: 'up', filter: 7 }, { pageSize: 50 })).toEqual({
    page: 1,
    pageSize: 50,
    sort: undefined,
    order: undefined,
    filter: '7',
  })
})
