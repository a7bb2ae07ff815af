import { forgiving, type TextStorage } from './storage'
import type { SharedParts } from './tabs'

/** Everything a session takes from the browser, so that it can be given something else. */
export interface Environment extends SharedParts {
  readonly fetch: typeof fetch
  readonly storage: TextStorage
  readonly tabStorage: TextStorage
  readonly href: () => string
  readonly navigate: (url: string) => void
  /** Calls back when this tab comes to the front, where timers that slept have to catch up. */
  readonly onAwake: (callback: () => void) => () => void
}

export function browserEnvironment(): Environment {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    storage: forgiving(() => localStorage),
    tabStorage: forgiving(() => sessionStorage),
    href: () => location.href,
    navigate: (url) => location.assign(url),
    onAwake(callback) {
      const check = () => document.visibilityState === 'visible' && callback()
      document.addEventListener('visibilitychange', check)
      return () => document.removeEventListener('visibilitychange', check)
    },
    locks: globalThis.navigator?.locks,
    openChannel: 'BroadcastChannel' in globalThis ? (name) => new BroadcastChannel(name) : undefined,
  }
}
