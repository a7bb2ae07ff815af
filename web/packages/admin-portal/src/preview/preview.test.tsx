import { findResponseProblems } from '@gatehouse/api/testing'
import type { Environment } from '@gatehouse/sdk'
import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { createMemoryHistory } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdminPortal } from '../admin-portal'
import { SECTIONS } from '../sections'
import { vendor } from '../testing'
import { AdminPortalPreview } from './index'
import { createPreviewFetch, PREVIEWED } from './preview-fetch'
import { createPreviewSession } from './preview-session'

cannedServer(...boot({ navigation: { users: { visibility: 'hidden' } } }), vendor())

let refused: string[] = []
let problems: string[] = []

beforeEach(() => {
  refused = []
  problems = []
})

afterEach(() => {
  expect([...new Set(problems)], 'answers that the server would not give').toEqual([])
})

/** Without the wait; each answer is held against the description of the API. */
function open(path: string) {
  const answering = createPreviewFetch({ delay: 0 })
  const fetch: Environment['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const answer = await answering(request.clone())
    problems.push(...(await findResponseProblems(request, answer)))
    if (answer.status === 403) refused.push(`${request.method} ${new URL(request.url).pathname}`)
    return answer
  }
  const history = createMemoryHistory({ initialEntries: [path] })
  render(<AdminPortal session={createPreviewSession(fetch)} history={history} env="test" />)
  return { history }
}

// What the vendor hides from people is hidden in its preview, too.
const PAGES = SECTIONS.filter(({ key }) => key !== 'users' && PREVIEWED.includes(key))

test('each page is there with samples', async () => {
  const { history } = open('/profile')
  for (const { path, label } of PAGES) {
    act(() => history.push(`/${path}`))
    expect(await screen.findByRole('link', { name: label(), current: 'page' })).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('heading').length).toBeGreaterThan(0))
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  }
  for (const tab of ['sign-in', 'ip', 'domains', 'countries']) {
    act(() => history.push(`/security/${tab}`))
    expect((await screen.findAllByRole('switch')).length).toBeGreaterThan(0)
  }
  expect(refused).toEqual([])
}, 60_000)

test('the account of a preview is the usual sample', async () => {
  open('/account/settings')
  // The field, and the hidden one that a form would send.
  for (const value of [/^Asia\/Jerusalem/, /^USD/, 'DD/MM/YYYY', '14:30']) {
    expect((await screen.findAllByDisplayValue(value))[0]).toBeVisible()
  }
})

test('what is made in a preview is there until it is loaded again', async () => {
  open('/api-tokens')
  await userEvent.click(await screen.findByRole('button', { name: 'Create token' }))
  const form = await screen.findByRole('dialog', { name: 'Create API token' })
  await userEvent.type(within(form).getByLabelText('Description'), 'Trial')
  await userEvent.click(within(form).getByRole('button', { name: 'Create token' }))
  const secret = await screen.findByRole('dialog', { name: 'Save your token' })
  expect(within(secret).getByLabelText('Secret')).toHaveTextContent('opens-nothing')
  await userEvent.click(within(secret).getByRole('button', { name: 'I have saved it' }))
  expect(await screen.findByRole('row', { name: /Trial/ })).toBeVisible()
})

test('what a preview leaves out says so', async () => {
  open('/privacy')
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }))
  const form = await screen.findByRole('dialog')
  await userEvent.type(within(form).getByLabelText('Current password'), 'a long password of mine')
  await userEvent.type(within(form).getByLabelText('New password'), 'another long password of mine')
  await userEvent.click(within(form).getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('The preview leaves this out')).toBeVisible()
})

test('each answer takes half a second', async () => {
  vi.useFakeTimers()
  try {
    const answered = vi.fn()
    const request = new Request('http://gatehouse.test/frontegg/team/resources/roles/v1')
    void createPreviewFetch()(request).then(answered)
    await vi.advanceTimersByTimeAsync(499)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(answered).toHaveBeenCalled())
  } finally {
    vi.useRealTimers()
  }
})

test('a preview says that it is one', async () => {
  const history = createMemoryHistory({ initialEntries: ['/profile'] })
  render(<AdminPortalPreview history={history} env="test" />)
  expect(screen.getByRole('note', { name: 'About this preview' })).toHaveTextContent('sample data')
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' }, { timeout: 5000 })).toBeVisible()
})
