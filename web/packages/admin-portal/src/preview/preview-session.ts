import { createSession, type Environment, type Session } from '@gatehouse/sdk'
import { createPreviewFetch } from './preview-fetch'

/**
 * A user with every permission in a sample account. What is tried in one tab stays there, and leads
 * nowhere.
 */
export function createPreviewSession(fetch: Environment['fetch'] = createPreviewFetch()): Session {
  return createSession({
    environment: { fetch, ...memory(), locks: undefined, openChannel: undefined, navigate: () => undefined },
  })
}

function memory(): Pick<Environment, 'storage' | 'tabStorage'> {
  const kept = () => {
    const values = new Map<string, string>()
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
      keys: () => [...values.keys()],
    }
  }
  return { storage: kept(), tabStorage: kept() }
}
