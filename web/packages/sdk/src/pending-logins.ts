import { KEYS, type TextStorage } from './storage'

/** What a login stores when it starts, to verify its callback. */
export interface PendingLogin {
  /** Proves that this browser requested the code (RFC 7636). */
  readonly verifier: string
  /** Returned inside the token, which binds the token to this login. */
  readonly nonce: string
}

type Kept = PendingLogin & { readonly at: number }

/** More time than signing in takes, including by a mailed link. */
const LIFETIME_MS = 60 * 60 * 1000
/** More than the number of tabs that wait for a login at once. */
const MOST = 20

/**
 * Creates the store of pending logins. Each is stored under its `state`, so that tabs do not disturb each other, and
 * separately for each application, since several may have sessions on one page.
 */
export function pendingLogins(storage: TextStorage, clientId: string) {
  const prefix = `${KEYS.verifier}.${clientId}.`
  const read = (key: string): Kept | undefined => {
    try {
      const kept = JSON.parse(storage.getItem(key) ?? '') as Kept
      const age = Date.now() - kept.at
      return age >= 0 && age < LIFETIME_MS ? kept : undefined
    } catch {
      return undefined
    }
  }

  /** Keeps the newest logins; removes expired and unreadable ones. */
  function clean(): void {
    const all = storage.keys().filter((key) => key.startsWith(prefix))
    const newestFirst = all.map((key) => ({ key, at: read(key)?.at ?? 0 })).sort((one, other) => other.at - one.at)
    newestFirst.forEach(({ key, at }, index) => {
      if (at === 0 || index >= MOST) storage.removeItem(key)
    })
  }

  return {
    keep(state: string, login: PendingLogin): void {
      storage.setItem(prefix + state, JSON.stringify({ ...login, at: Date.now() } satisfies Kept))
      clean()
    },

    /** Returns and removes a login, since each callback is handled once. */
    take(state: string): PendingLogin | undefined {
      const kept = read(prefix + state)
      storage.removeItem(prefix + state)
      return kept
    },
  }
}
