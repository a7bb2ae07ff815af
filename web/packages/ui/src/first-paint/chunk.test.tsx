import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, beforeEach, expect, type Mock, type MockInstance, test, vi } from 'vitest'
import { ErrorBoundary } from '../error-boundary'
import { loadChunk } from './chunk'
import { browser } from './recovery'

let reload: MockInstance
let page: Mock<typeof fetch>

/** The page's HTML on the server. */
const serves = (html: string) => page.mockImplementation(async () => new Response(html))
const isOffline = () => page.mockRejectedValue(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined)
  page = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', page)
  sessionStorage.clear()
  document.head.innerHTML = '<script type="module" src="/static/app/index-old.js"></script>'
})
afterEach(() => vi.unstubAllGlobals())

/** A page whose script does not load. */
function open() {
  const Page = lazy(() => loadChunk(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))))
  render(
    <ErrorBoundary fallback={() => 'fatal'}>
      <Suspense fallback="Loading">
        <Page />
      </Suspense>
    </ErrorBoundary>,
  )
}

test('a page whose script does not come says so, and trying again loads the page anew', async () => {
  serves('<script src="/static/app/index-old.js">')
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('This page did not load completely')
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('after a deploy the page is loaded anew by itself, once', async () => {
  serves('<script src="/static/app/index-new.js">')
  open()
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
  // A server with the older build answered again: it must not cause a reload loop.
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('This page did not load completely')
  expect(reload).toHaveBeenCalledOnce()
})

test('where nothing can be remembered nothing is reloaded unasked', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full')
  })
  serves('<script src="/static/app/index-new.js">')
  open()
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

test('without a network that is said, another try stays, and the network back brings the page', async () => {
  isOffline()
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('You are offline')
  const asked = page.mock.calls.length
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(page.mock.calls.length).toBeGreaterThan(asked))
  expect(reload).not.toHaveBeenCalled()
  serves('<script src="/static/app/index-old.js">')
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(reload).toHaveBeenCalled())
})

function Broken(): never {
  throw new Error('boom')
}

test('a fault in a page is not taken for a missing one', () => {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('This page stopped working')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})
