interface BearerOptions {
  /** Who may have the token. */
  readonly origins: ReadonlySet<string>
  readonly fetch: typeof fetch
  readonly token: () => Promise<string | undefined>
  /** Another token than the one that was refused; undefined when the session has ended. */
  readonly replace: (refused: string) => Promise<string | undefined>
}

/** A `fetch` that adds the token to calls to these origins, and to no other. */
export function bearerFetch({ origins, fetch, token, replace }: BearerOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (!origins.has(new URL(request.url).origin)) return fetch(request)
    const bearer = await token()
    const spare = request.method === 'GET' ? request.clone() : undefined
    const response = await fetch(withBearer(request, bearer))
    if (response.status !== 401 || !bearer) return response
    // Either the token or the session has ended. Only a reading call is repeated: a refused change was refused.
    const other = await replace(bearer)
    return spare && other && other !== bearer ? fetch(withBearer(spare, other)) : response
  }
}

function withBearer(request: Request, token: string | undefined): Request {
  if (token && !request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`)
  return request
}
