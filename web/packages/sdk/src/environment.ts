import { safeStorage, type TextStorage } from './storage'
import type { SharedBrowserApis } from './tabs'

/** The browser features that a session uses; tests replace them. */
export interface Environment extends SharedBrowserApis {
  readonly fetch: typeof fetch
  readonly storage: TextStorage
  readonly tabStorage: TextStorage
  /** Empty on a server, where there is no page. */
  readonly href: () => string
  /** False if the browser blocks cookies: the session then ends with the page. */
  readonly keepsCookies: () => boolean
  /** `replace` replaces the current history entry. */
  readonly navigate: (url: string, options?: { readonly replace?: boolean }) => void
  /** Calls back when the tab becomes visible or the network returns, because timers do not run while the tab sleeps. */
  readonly onAwake: (callback: () => void) => () => void
}

export function browserEnvironment(): Environment {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    storage: safeStorage(() => localStorage),
    tabStorage: safeStorage(() => sessionStorage),
    href: () => globalThis.location?.href ?? '',
    keepsCookies: () => navigator.cookieEnabled,
    navigate: (url, { replace = false } = {}) => (replace ? location.replace(url) : location.assign(url)),
    onAwake(callback) {
      const check = () => document.visibilityState === 'visible' && callback()
      const controller = new AbortController()
      globalThis.document?.addEventListener('visibilitychange', check, controller)
      globalThis.window?.addEventListener('pageshow', check, controller)
      globalThis.window?.addEventListener('online', check, controller)
      return () => controller.abort()
    },
    locks: globalThis.navigator?.locks,
    // An open BroadcastChannel keeps Node alive, so create it only in a browser.
    openChannel: globalThis.document && globalThis.BroadcastChannel ? (name) => new BroadcastChannel(name) : undefined,
  }
}
