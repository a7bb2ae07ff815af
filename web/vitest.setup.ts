import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  cleanup()
  // What is still loading has no page any more, and after the last test no window either.
  const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: { startTransition: () => Promise<boolean> } }
  if (router) router.startTransition = () => new Promise(() => undefined)
})
// Lazy pages load in the test, and machines are busy: what never comes still fails.
configure({ asyncUtilTimeout: 10_000 })

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
