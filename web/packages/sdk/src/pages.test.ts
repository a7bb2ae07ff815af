import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openHostedPortal, silentLogout } from './pages'
import { createSession } from './session'
import { fakeBrowser } from './testing'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('silent logout stays on the page, which is told half a second later', async () => {
  const logout = vi.fn().mockResolvedValue(undefined)
  const done = vi.fn()
  await silentLogout({ logout }, done)
  expect(logout).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(499)
  expect(done).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(done).toHaveBeenCalledOnce()
  await silentLogout({ logout })
})

test('the hosted portal opens in a tab of its own, or in this one', () => {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  const browser = fakeBrowser()
  const session = createSession({ baseUrl: 'https://login.test/base', environment: browser.tab() })
  openHostedPortal(session)
  expect(open).toHaveBeenCalledWith('https://login.test/oauth/portal', '_blank', 'noopener')
  openHostedPortal(session, { sameWindow: true })
  expect(browser.visited).toEqual(['https://login.test/oauth/portal'])
  expect(open).toHaveBeenCalledOnce()
  session.stop()
})
