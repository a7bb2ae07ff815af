import { useReadAgain } from '../shared/read-again'
import type { SsoConnection } from '../wire'
import { connectionsQuery } from './sso.queries'

/** Reads a connection again, for a dialog that saves what another administrator may have changed meanwhile. */
export function useReadConnection() {
  const readAgain = useReadAgain()
  return async (id: string): Promise<SsoConnection | undefined> =>
    (await readAgain((api) => connectionsQuery(api))).find((one) => one.id === id)
}
