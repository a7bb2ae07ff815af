import { cannedServer } from '@gatehouse/sdk/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { checklist, portal, renderPortal, statistics, trial } from '../testing'

const server = cannedServer(...portal())

afterEach(() => {
  vi.useRealTimers()
})

/** How often each of the calls was made. */
function counted() {
  const calls = { licenses: 0, statistics: 0, checklist: 0, organization: 0 }
  const count = (name: keyof typeof calls, path: string, answer: object) =>
    http.get(path, () => {
      calls[name] += 1
      return HttpResponse.json(answer)
    })
  server.use(
    count('licenses', '*/api/v1/licenses', [trial]),
    count('statistics', '*/api/v1/licenses/:id/statistics', { ...statistics, days: [], versions: [] }),
    count('checklist', '*/api/v1/licenses/:id/checklist', checklist),
    count('organization', '*/api/v1/organization', {
      id: 'o1',
      name: 'Acme',
      billingEmail: 'ada@acme.test',
      createdAt: '2026-11-20T12:00:00Z',
    }),
  )
  return calls
}

test('licenses are read again every 30 s, statistics and checklist every 5 min, the rest never', async () => {
  const calls = counted()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderPortal('/general')
  await waitFor(() => expect(calls).toEqual({ licenses: 1, statistics: 1, checklist: 1, organization: 1 }))
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  await waitFor(() => expect(calls).toEqual({ licenses: 2, statistics: 1, checklist: 1, organization: 1 }))
  await act(() => vi.advanceTimersByTimeAsync(270_000))
  await waitFor(() => expect(calls).toMatchObject({ statistics: 2, checklist: 2, organization: 1 }))
})

test('the header links to the documentation and a demo, the footer to what is legal', async () => {
  renderPortal('/general')
  expect(await screen.findByRole('link', { name: 'Docs' })).toHaveAttribute('href', '/docs')
  expect(screen.getByRole('link', { name: 'Book a Demo' })).toHaveAttribute('href', '/demo')
  expect(screen.getByRole('link', { name: 'Legal' })).toHaveAttribute('href', '/legal')
  expect(screen.getByRole('contentinfo')).toHaveTextContent(`© ${new Date().getFullYear()}`)
})
