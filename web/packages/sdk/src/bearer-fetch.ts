interface BearerOptions {
  /** Origins that may receive the token. */
  readonly origins: ReadonlySet<string>
  readonly fetch: typeof fetch
  readonly getToken: () => Promise<string | undefined>
  /** Returns another token than the rejected one; undefined when the session has ended. */
  readonly replaceToken: (refused: string) => Promise<string | undefined>
}

/** Creates a `fetch` that adds the token to requests to these origins only. */
export function createBearerFetch({ origins, fetch, getToken, replaceToken }: BearerOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (!origins.has(new URL(request.url).origin)) return fetch(request)
    const token = await getToken()
    const retry = request.method === 'GET' ? request.clone() : undefined
    const response = await fetch(withBearer(request, token))
    if (response.status !== 401 || !token) return response
    // The token or the session has expired. Only GET requests are repeated, since the server did not process a rejected
    // change.
    const replacement = await replaceToken(token)
    return retry && replacement && replacement !== token ? fetch(withBearer(retry, replacement)) : response
  }
}

function withBearer(request: Request, token: string | undefined): Request {
  if (token && !request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`)
  return request
}
