import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch'
import { ApiError, createNetworkError, readApiError } from './error'
import type { paths } from './schema'

export type ApiClient<Paths extends object = paths> = Client<Paths>

/**
 * Creates a typed client for the whole server. Pass `fetch` to add a token, to retry, or to answer from test data.
 * Every call sends cookies, because the refresh token is one.
 */
export function createClient<Paths extends object = paths>(options: ClientOptions = {}): ApiClient<Paths> {
  const client = createFetchClient<Paths>({
    baseUrl: globalThis.location?.origin ?? '',
    credentials: 'include',
    ...options,
  })
  // openapi-fetch returns error responses as parsed values, where plain text and a JSON string look the same. Throwing
  // before it reads the body keeps the two apart and gives every caller one error type.
  client.use({
    // The browser would resolve `.` and `..` in the path, and the call would reach another resource.
    onRequest({ params: { path = {} } }) {
      const step = Object.values(path).find((part) => DOTS.test(String(part)))
      if (step !== undefined) throw new ApiError(400, 'path.unusable', [`“${step}” cannot be part of an address`])
    },
    async onResponse({ request, response }) {
      if (!response.ok) throw await readApiError(response, request.url)
    },
    // Aborted requests are rethrown, so that callers can tell them from failures. An `ApiError` thrown by the caller's
    // own `fetch`, for example while it requests a token, is kept.
    onError: ({ error }) => (isAbort(error) || error instanceof ApiError ? undefined : createNetworkError(error)),
  })
  return client
}

const DOTS = /^\.{0,2}$/

/** Returns the data of a call or throws its `ApiError`. An empty answer (204) is `undefined`. */
export async function unwrap<Data>(call: Promise<{ data?: Data; response: Response }>): Promise<Data> {
  return (await call).data as Data
}

function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}
