import { forgiving, type TextStorage } from './storage'
import type { SharedParts } from './tabs'

/** Everything a session takes from the browser, so that it can be given something else. */
export interface Environment extends SharedParts {
  readonly fetch: typeof fetch
  readonly storage: TextStorage
  readonly tabStorage: TextStorage
  /** Empty where no page is: a server draws what will become one. */
  readonly href: () => string
  /** False where the person forbids it: then a session ends with the page. */
  readonly keepsCookies: () => boolean
  /** `replace`: going back leads past the page that is left. */
  readonly navigate: (url: string, options?: { readonly replace?: boolean }) => void
  /** Calls back when the tab comes to the front or the network is back: timers that slept have to catch up. */
  readonly onAwake: (callback: () => void) => () => void
}

export function browserEnvironment(): Environment {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    storage: forgiving(() => localStorage),
    tabStorage: forgiving(() => sessionStorage),
    href: () => globalThis.location?.href ?? '',
    keepsCookies: () => navigator.cookieEnabled,
    navigate: (url, { replace = false } = {}) => (replace ? location.replace(url) : location.assign(url)),
    onAwake(callback) {
      const check = () => document.visibilityState === 'visible' && callback()
      const stop = new AbortController()
      globalThis.document?.addEventListener('visibilitychange', check, stop)
      globalThis.window?.addEventListener('pageshow', check, stop)
      globalThis.window?.addEventListener('online', check, stop)
      return () => stop.abort()
    },
    locks: globalThis.navigator?.locks,
    // One that is open keeps a server's process from ending.
    openChannel: globalThis.document && globalThis.BroadcastChannel ? (name) => new BroadcastChannel(name) : undefined,
  }
}
