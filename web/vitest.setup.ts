import '@testing-library/jest-dom/vitest'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, getConfig, getQueriesForElement, screen } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { makeNoOwnerStacks } from './vitest.react'
import { answerRulesQuickly, rememberStyles } from './vitest.styles'

makeNoOwnerStacks()
answerRulesQuickly(document)
rememberStyles(window)

// The library outlives the file, and looks at the page that it saw first.
Object.assign(screen, getQueriesForElement(document.body))

afterEach(() => {
  cleanup()
  // The library outlives the file: what was offline would wait for ever in the next one.
  onlineManager.setOnline(true)
  // What is still loading has no page any more, and after the last test no window either.
  const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: { startTransition: () => Promise<boolean> } }
  if (router) router.startTransition = () => new Promise(() => undefined)
})

// The next file of this worker finds the world as this one did.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// Lazy pages load in the test, and machines are busy: what never comes still fails.
configure({ asyncUtilTimeout: 20_000 })

// Who waits for something looks again and again, and each look in vain would print the page. It is printed once, at the
// end of the wait, when the last error is told.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: looksAgain } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean
    }
    if (!looksAgain) return getElementError(message, container)
    const error = new Error(message ?? undefined)
    error.name = 'TestingLibraryElementError'
    return error
  },
})

// jsdom lays nothing out; these are the browser's own calls that components make to find out how it did.
window.matchMedia = (query) => ({
  matches: query.includes('prefers-reduced-motion'),
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = vi.fn()
window.HTMLElement.prototype.scrollIntoView = vi.fn()
Object.defineProperty(document, 'fonts', { value: { addEventListener: vi.fn(), removeEventListener: vi.fn() } })
