const HEADER = 'idempotency-key'
/** Whether it was done is not known then: something between here and the server answered. */
const UNKNOWN = [502, 503, 504]

/**
 * `fetch` that does a POST once although its answer was lost: made again as it was, the call has the same key, by which
 * the server knows it (draft-ietf-httpapi-idempotency-key-header).
 */
export function onceFetch(send: typeof fetch): typeof fetch {
  const open = new Map<string, string>()

  return async (input, init) => {
    const request = new Request(input, init)
    if (request.method !== 'POST') return send(request)
    const asked = `${request.url} ${await request.clone().text()}`
    const key = open.get(asked) ?? newKey()
    open.set(asked, key)
    request.headers.set(HEADER, key)
    const answer = await send(request)
    if (!UNKNOWN.includes(answer.status)) open.delete(asked)
    return answer
  }
}

/** Also where the page did not come by https, and `crypto.randomUUID` is missing. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
