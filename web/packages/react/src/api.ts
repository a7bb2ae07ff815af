import type { ApiClient } from '@gatehouse/api'
import { createContext, useContext } from 'react'

export const ApiContext = createContext<ApiClient | undefined>(undefined)

/** Returns the server's client with the user's token. */
export function useApi(): ApiClient {
  const api = useContext(ApiContext)
  if (!api) throw new Error('This hook must be used inside a <TenantBoundary>.')
  return api
}
