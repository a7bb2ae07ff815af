interface BearerOptions {
  /** Origins that may receive the token. */
  readonly origins: ReadonlySet<string>
  readonly fetch: typeof fetch
  readonly token: () => Promise<string | undefined>
  /** Returns another token than the rejected one; undefined when the session has ended. */
  readonly replace: (refused: string) => Promise<string | undefined>
}

/** Creates a `fetch` that adds the token to requests to these origins only. */
export function bearerFetch({ origins, fetch, token, replace }: BearerOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (!origins.has(new URL(request.url).origin)) return fetch(request)
    const bearer = await token()
    const spare = request.method === 'GET' ? request.clone() : undefined
    const response = await fetch(withBearer(request, bearer))
    if (response.status !== 401 || !bearer) return response
    // The token or the session has expired. Only GET requests are repeated, since the server did not process a rejected
    // change.
    const other = await replace(bearer)
    return spare && other && other !== bearer ? fetch(withBearer(spare, other)) : response
  }
}

function withBearer(request: Request, token: string | undefined): Request {
  if (token && !request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`)
  return request
}
