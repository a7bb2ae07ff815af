const HEADER = 'idempotency-key'
/** A gateway answered, so it is unknown whether the server processed the request. */
const OUTCOME_UNKNOWN = [502, 503, 504]

/**
 * Creates a `fetch` that sends each POST with an idempotency key. Repeating the same request after a lost answer sends
 * the same key, so that the server processes it once (draft-ietf-httpapi-idempotency-key-header).
 */
export function idempotentFetch(send: typeof fetch): typeof fetch {
  const pendingKeys = new Map<string, string>()

  return async (input, init) => {
    const request = new Request(input, init)
    if (request.method !== 'POST') return send(request)
    const fingerprint = `${request.url} ${await request.clone().text()}`
    const key = pendingKeys.get(fingerprint) ?? createKey()
    pendingKeys.set(fingerprint, key)
    request.headers.set(HEADER, key)
    const answer = await send(request)
    if (!OUTCOME_UNKNOWN.includes(answer.status)) pendingKeys.delete(fingerprint)
    return answer
  }
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
const createKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
