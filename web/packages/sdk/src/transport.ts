import { createNetworkError, readApiError } from '@gatehouse/api'

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `undefined` values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly token?: string
}

/** A connection that broke while the computer slept would never answer. Equals the server's own limit. */
const TIMEOUT_MS = 30_000

/** The caller gives the type of the answer; the wire reference defines the shapes. An empty answer is `{}`. */
export type Call = <Answer>(path: string, options?: CallOptions) => Promise<Answer>

interface TransportOptions {
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly headers: Readonly<Record<string, string>>
  /** Called for a 302 whose body names the target. */
  readonly navigate: (url: string) => void
  /** The lowest level at which rejected calls are logged. */
  readonly logLevel: 'warn' | 'error'
}

export function createCall({ baseUrl, fetch, headers, navigate, logLevel }: TransportOptions): Call {
  return async <Answer>(path: string, { method = 'GET', query = {}, body, token }: CallOptions = {}) => {
    const url = new URL(baseUrl.replace(/\/$/, '') + path)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const response = await fetch(url, {
      method,
      credentials: 'include',
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw createNetworkError(cause)
    })
    if (response.status === 302) navigate((await response.clone().text()).trim())
    if (!response.ok) {
      const apiError = await readApiError(response, url.href)
      if (apiError.status >= 500) console.error(method, path, apiError)
      else if (logLevel === 'warn') console.warn(method, path, apiError)
      throw apiError
    }
    return parse(await response.text()) as Answer
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
