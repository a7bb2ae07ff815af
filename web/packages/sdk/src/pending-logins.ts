import { KEYS, type TextStorage } from './storage'

/** What a login leaves behind where it starts, for whoever comes back with its answer. */
export interface PendingLogin {
  /** Proves that the code was asked for here (RFC 7636). */
  readonly verifier: string
  /** Comes back inside the token: another login's token has another one. */
  readonly nonce: string
}

type Kept = PendingLogin & { readonly at: number }

/** Longer than anybody takes to sign in, by a mailed link too. */
const LIFETIME_MS = 60 * 60 * 1000
/** More than anybody has tabs that wait for a login. */
const MOST = 20

/**
 * Logins under way, each under its `state`, so that tabs that start one at the same time do not disturb each other; and
 * apart for each application, since several may have their sessions on one page.
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

  /** Keeps the newest, and nothing that is over or unreadable. */
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

    /** Each login comes back once. */
    take(state: string): PendingLogin | undefined {
      const kept = read(prefix + state)
      storage.removeItem(prefix + state)
      return kept
    },
  }
}
