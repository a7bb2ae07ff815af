import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch'
import { ApiError, networkError, readRefusal } from './error'
import type { paths } from './schema'

export type ApiClient<Paths extends object = paths> = Client<Paths>

/**
 * A typed client for the whole server. Pass `fetch` to add a token, to retry, or to answer from canned data.
 * Cookies travel with every call: the refresh token is one.
 */
export function createClient<Paths extends object = paths>(options: ClientOptions = {}): ApiClient<Paths> {
  const client = createFetchClient<Paths>({
    baseUrl: globalThis.location?.origin ?? '',
    credentials: 'include',
    ...options,
  })
  // openapi-fetch returns refusals as values, already parsed, so that plain text and a JSON string look the same.
  // Throwing here, before it reads the body, keeps the two apart and leaves one error type for every caller.
  client.use({
    // A browser would take it for a step up, and the call for one about something else.
    onRequest({ params: { path = {} } }) {
      const step = Object.values(path).find((part) => DOTS.test(String(part)))
      if (step !== undefined) throw new ApiError(400, 'path.unusable', [`“${step}” cannot be part of an address`])
    },
    async onResponse({ request, response }) {
      if (!response.ok) throw await readRefusal(response, request.url)
    },
    // A caller that aborts must be able to tell that from a failure. A `fetch` of the caller's that asks the server for
    // something first, such as a token, says what that was refused with.
    onError: ({ error }) => (isAbort(error) || error instanceof ApiError ? undefined : networkError(error)),
  })
  return client
}

const DOTS = /^\.{0,2}$/

/** The data of a call, or its `ApiError` thrown. An empty answer (204) is `undefined`. */
export async function unwrap<Data>(call: Promise<{ data?: Data; response: Response }>): Promise<Data> {
  return (await call).data as Data
}

function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}
