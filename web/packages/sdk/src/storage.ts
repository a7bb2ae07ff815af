/** Keys that the hosted platform's own clients use, so that both work on one page (wire reference §4). */
export const STORAGE_KEYS = {
  afterAuthRedirect: 'FRONTEGG_AFTER_AUTH_REDIRECT_URL',
  tabTenant: 'FRONTEGG_SEPARATE_TABS_BY_TENANT',
  verifier: 'HOSTED_LOGIN_VERIFIER_KEY',
  shouldStepUp: 'SHOULD_STEP_UP',
  userId: 'userId',
} as const

export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  keys(): readonly string[]
}

/**
 * Wraps a storage that may be disabled, full or forbidden in a frame: reads then return nothing and writes are dropped,
 * but sign-in works.
 */
export function safeStorage(open: () => Storage): TextStorage {
  const attempt = <T>(action: (storage: Storage) => T, fallback: T): T => {
    try {
      return action(open())
    } catch {
      return fallback
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    removeItem: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () => attempt((storage) => Object.keys(storage), []),
  }
}
