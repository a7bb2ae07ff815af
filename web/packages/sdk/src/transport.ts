import { networkError, readRefusal } from '@gatehouse/api'

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `undefined` values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly token?: string
}

/** A connection that died while the computer slept would never answer. As long as the server itself takes at most. */
const TIMEOUT_MS = 30_000

/** Answers are typed by whoever calls: the shapes are those of the wire reference. An empty answer is `{}`. */
export type Call = <Answer>(path: string, options?: CallOptions) => Promise<Answer>

interface Wiring {
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly headers: Readonly<Record<string, string>>
  /** A 302 whose body names the place to go. */
  readonly navigate: (url: string) => void
  /** From where on refused calls are logged. */
  readonly logLevel: 'warn' | 'error'
}

export function createCall({ baseUrl, fetch, headers, navigate, logLevel }: Wiring): Call {
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
      throw networkError(cause)
    })
    if (response.status === 302) navigate((await response.clone().text()).trim())
    if (!response.ok) {
      const refusal = await readRefusal(response, url.href)
      if (refusal.status >= 500) console.error(method, path, refusal)
      else if (logLevel === 'warn') console.warn(method, path, refusal)
      throw refusal
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
