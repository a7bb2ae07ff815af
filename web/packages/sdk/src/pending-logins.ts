import { STORAGE_KEYS, type TextStorage } from './storage'

/** What a login stores when it starts, to verify its callback. */
export interface PendingLogin {
  /** Shows the server that this browser requested the code (RFC 7636). */
  readonly verifier: string
  /** Returned inside the token, which binds the token to this login. */
  readonly nonce: string
}

type StoredLogin = PendingLogin & { readonly at: number }

/** More time than signing in takes, including by a mailed link. */
const LIFETIME_MS = 60 * 60 * 1000
/** More than the number of tabs that wait for a login at once. */
const MAX_PENDING_LOGINS = 20

/**
 * Creates the store of pending logins. Each is stored under its `state`, so that tabs do not disturb each other, and
 * separately for each application, since several may have sessions on one page.
 */
export function createPendingLogins(storage: TextStorage, clientId: string) {
  const prefix = `${STORAGE_KEYS.verifier}.${clientId}.`
  const read = (key: string): StoredLogin | undefined => {
    try {
      const stored = JSON.parse(storage.getItem(key) ?? '') as StoredLogin
      const age = Date.now() - stored.at
      return age >= 0 && age < LIFETIME_MS ? stored : undefined
    } catch {
      return undefined
    }
  }

  /** Keeps the newest logins; removes expired and unreadable ones. */
  function removeExpired(): void {
    const keys = storage.keys().filter((key) => key.startsWith(prefix))
    const newestFirst = keys.map((key) => ({ key, at: read(key)?.at ?? 0 })).sort((one, other) => other.at - one.at)
    newestFirst.forEach(({ key, at }, index) => {
      if (at === 0 || index >= MAX_PENDING_LOGINS) storage.removeItem(key)
    })
  }

  return {
    save(state: string, login: PendingLogin): void {
      storage.setItem(prefix + state, JSON.stringify({ ...login, at: Date.now() } satisfies StoredLogin))
      removeExpired()
    },

    /** Returns and removes a login, since each callback is handled once. */
    consume(state: string): PendingLogin | undefined {
      const kept = read(prefix + state)
      storage.removeItem(prefix + state)
      return kept
    },
  }
}
