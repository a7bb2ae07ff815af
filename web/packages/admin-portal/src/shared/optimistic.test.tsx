import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useOptimisticChange } from './optimistic'

interface Row {
  readonly id: string
  readonly name: string
}

const KEY = ['rows']

test('a refused change goes back alone: another one that is on its way stays', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData([...KEY, 'list'], { items: [row('a'), row('b')], total: 2 })
  queryClient.setQueryData([...KEY, 'one', 'a'], row('a'))
  const names = () => queryClient.getQueryData<{ items: Row[] }>([...KEY, 'list'])?.items.map(({ name }) => name)
  const answers = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const { result } = renderHook(
    () => {
      return useOptimisticChange<Row, string>({
        key: KEY,
        save: ({ id }) =>
          new Promise<void>((resolve, reject) => {
            answers.set(id, { resolve, reject })
          }),
        apply: (one, name) => ({ ...one, name }),
      })
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  )
  const first = result.current.mutateAsync({ row: row('a'), change: 'A' }).catch(() => 'refused')
  void result.current.mutateAsync({ row: row('b'), change: 'B' })
  await waitFor(() => expect(names()).toEqual(['A', 'B']))
  expect(queryClient.getQueryData([...KEY, 'one', 'a'])).toEqual({ id: 'a', name: 'A' })

  await act(async () => {
    answers.get('a')?.reject(new Error('no'))
    expect(await first).toBe('refused')
  })
  expect(names()).toEqual(['a', 'B'])
  expect(queryClient.getQueryData([...KEY, 'one', 'a'])).toEqual(row('a'))
  answers.get('b')?.resolve()
})

const row = (id: string): Row => ({ id, name: id })
