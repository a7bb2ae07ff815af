import { type ApiClient, createClient } from '@gatehouse/api'
import type { Session } from '@gatehouse/sdk'
import { createContext, useContext } from 'react'

/** Calls go out with the session's token, renewed when it is about to end. */
export const createApi = (session: Session): ApiClient =>
  createClient({ baseUrl: session.baseUrl, fetch: session.fetch })

export const ApiContext = createContext<ApiClient | null>(null)

export function useApi(): ApiClient {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi used outside the api context')
  return api
}
