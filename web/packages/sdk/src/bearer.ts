interface BearerOptions {
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly token: () => Promise<string | undefined>
  readonly refresh: () => Promise<string | undefined>
}

/** A `fetch` that adds the token to calls to our server, and to no other. */
export function bearerFetch({ baseUrl, fetch, token, refresh }: BearerOptions): typeof fetch {
  const home = new URL(baseUrl).origin
  return async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).origin !== home) return fetch(request)
    const bearer = await token()
    const spare = request.method === 'GET' ? request.clone() : undefined
    const response = await fetch(withBearer(request, bearer))
    if (response.status !== 401 || !bearer) return response
    // Either the token or the session has ended. Only a reading call is repeated: a refused change was refused.
    const renewed = await refresh()
    return spare && renewed && renewed !== bearer ? fetch(withBearer(spare, renewed)) : response
  }
}

function withBearer(request: Request, token: string | undefined): Request {
  if (token && !request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`)
  return request
}
