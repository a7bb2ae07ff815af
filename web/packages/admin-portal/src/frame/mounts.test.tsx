import { GatehouseProvider } from '@gatehouse/react'
import { boot, cannedServer, fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { AdminPortal } from '../admin-portal'
import { onlyPassword, readOnly, vendor } from '../testing'

const server = cannedServer(...boot(), ...onlyPassword(), vendor())

/** What listens at the window at the moment. */
function listening() {
  const all: [string, unknown][] = []
  const { addEventListener, removeEventListener } = window
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) => {
    all.push([type, listener])
    addEventListener.call(window, type, listener as EventListener, options as AddEventListenerOptions)
  })
  vi.spyOn(window, 'removeEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) => {
    const index = all.findIndex(([name, one]) => name === type && one === listener)
    if (index >= 0) all.splice(index, 1)
    removeEventListener.call(window, type, listener as EventListener, options as EventListenerOptions)
  })
  return () => all.map(([type]) => type).filter((type) => ['popstate', 'beforeunload'].includes(type))
}

test.each(['alone', 'in strict mode'])('a portal that is taken away leaves no listener: %s', async (how) => {
  server.use(
    ...signedIn(readOnly()),
    http.get('*/notification', () => HttpResponse.json([])),
  )
  const left = listening()
  const { pushState } = window.history
  const watched = new Set<unknown>()
  const environment = {
    ...fakeBrowser().tab('http://gatehouse.test/product'),
    onAwake(callback: () => void) {
      watched.add(callback)
      return () => watched.delete(callback)
    },
  }
  const portal = (
    <GatehouseProvider baseUrl="http://gatehouse.test" environment={environment}>
      <AdminPortal history="hash" env="test" />
    </GatehouseProvider>
  )
  const { unmount } = render(how === 'alone' ? portal : <StrictMode>{portal}</StrictMode>)
  // It works: strict mode has taken it away once and brought it back.
  expect(await screen.findByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  expect(window.history.pushState).not.toBe(pushState)
  unmount()
  await waitFor(() => expect(window.history.pushState).toBe(pushState))
  expect(left()).toEqual([])
  expect(watched.size).toBe(0)
})
