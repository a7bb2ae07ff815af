import { ApiError, createNetworkError } from '@gatehouse/api'
import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderRoutes } from '../testing'
import { defineAction, useAction } from './action'
import { pageRoute } from './section-routes'

const server = cannedServer(...boot())

interface Row {
  readonly id: string
  readonly name: string
}

/** What the server has, how often it was asked, and how the calls under way are answered. */
let stored: Row[]
let asked: number
let answers: Map<string, (error?: Error) => void>

beforeEach(() => {
  stored = [row('a'), row('b')]
  asked = 0
  answers = new Map()
})

const row = (id: string): Row => ({ id, name: id })

const rename = defineAction({
  call: (_, { id, name }: Row) =>
    new Promise<void>((resolve, reject) => {
      answers.set(id, (error) => {
        if (error) return reject(error)
        stored = stored.map((one) => (one.id === id ? { id, name } : one))
        resolve()
      })
    }),
  invalidates: [['rows']],
  optimistic: (renamed) => ({ before: row(renamed.id), after: renamed }),
  done: ({ name }) => `Renamed to ${name}`,
  refused: ({ id }, reason) => `${id} keeps its name: ${reason}`,
})

function Rows() {
  const { data = [] } = useQuery({
    queryKey: ['rows', 'list'],
    queryFn: () => {
      asked += 1
      return stored
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { start } = useAction(rename)
  return (
    <>
      <output aria-label="Names">{data.map(({ name }) => name).join(' ')}</output>
      {data.map(({ id }) => (
        <button key={id} type="button" onClick={() => start({ id, name: id.toUpperCase() })}>
          Rename {id}
        </button>
      ))}
    </>
  )
}

async function renderRows() {
  renderRoutes('/rows', (parent) => [pageRoute({ path: 'rows', page: Rows, parent })], { server })
  await screen.findByText('a b')
}

const names = () => screen.getByLabelText('Names').textContent

test('a change is told, and what it touched is read anew, without a word from the section', async () => {
  await renderRows()
  expect(asked).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'Rename a' }))
  await waitFor(() => expect(answers.has('a')).toBe(true))
  answers.get('a')?.()
  expect(await screen.findByText('Renamed to A')).toBeVisible()
  await waitFor(() => expect(asked).toBe(2))
  expect(names()).toBe('A b')
})

test('a refused change goes back alone, with its reason: another one that is on its way stays', async () => {
  await renderRows()
  await userEvent.click(screen.getByRole('button', { name: 'Rename a' }))
  await userEvent.click(screen.getByRole('button', { name: 'Rename b' }))
  await waitFor(() => expect(names()).toBe('A B'))
  await waitFor(() => expect(answers.size).toBe(2))
  answers.get('a')?.(new ApiError(409, 'taken', ['That name is taken']))
  expect(await screen.findByText('a keeps its name: That name is taken')).toBeVisible()
  expect(names()).toBe('a B')
  answers.get('b')?.()
  expect(await screen.findByText('Renamed to B')).toBeVisible()
  await waitFor(() => expect(asked).toBe(2))
  expect(names()).toBe('a B')
})

test('where no answer came it is not said that nothing was done', async () => {
  await renderRows()
  await userEvent.click(screen.getByRole('button', { name: 'Rename a' }))
  await waitFor(() => expect(answers.has('a')).toBe(true))
  answers.get('a')?.(createNetworkError(new TypeError('reset')))
  expect(await screen.findByText(/^The server cannot be reached/)).toBeVisible()
  expect(screen.queryByText(/keeps its name/)).toBeNull()
})
