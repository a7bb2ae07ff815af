/** A vendor token for a staff session. `expiresIn` is in seconds. */
export interface StaffToken {
  readonly token: string
  readonly expiresIn: number
  readonly permissions: readonly string[]
}

const HEADER = 'x-access-token'
/** A request that is sent now still has to arrive. */
const RENEW_BEFORE_MS = 30_000
const MISSING_PERMISSION = 'access.missing_permission'

interface CachedToken {
  readonly token: Promise<StaffToken>
  readonly expiresAt: number
}

/**
 * Creates a `fetch` with a vendor token. Requests a new token before the old one expires, once when it is rejected,
 * because the session may have been renewed, and once when a permission is missing, because the staff member's role may
 * have changed.
 */
export function createStaffFetch(first: StaffToken, requestToken: () => Promise<StaffToken>): typeof fetch {
  let cached: CachedToken = { token: Promise.resolve(first), expiresAt: getExpiry(first) }

  function renew(): Promise<StaffToken> {
    const token = requestToken()
    cached = { token, expiresAt: Number.POSITIVE_INFINITY }
    token.then(
      (known) => {
        cached = { token, expiresAt: getExpiry(known) }
      },
      () => {
        cached = { token, expiresAt: 0 }
      },
    )
    return token
  }
  const getToken = () => (Date.now() < cached.expiresAt ? cached.token : renew())
  /** Of several rejected calls, the first renews the token for all. */
  const replaceToken = (rejected: Promise<StaffToken>) => (cached.token === rejected ? renew() : getToken())

  return async (input, init) => {
    const request = new Request(input, init)
    const token = getToken()
    const answer = await fetch(addToken(request.clone(), await token))
    if (answer.status === 401) return fetch(addToken(request, await replaceToken(token)))
    if (answer.status === 403 && (await readErrorCode(answer)) === MISSING_PERMISSION)
      replaceToken(token).catch(() => {})
    return answer
  }
}

const getExpiry = ({ expiresIn }: StaffToken) => Date.now() + expiresIn * 1000 - RENEW_BEFORE_MS

function addToken(request: Request, { token }: StaffToken): Request {
  request.headers.set(HEADER, token)
  return request
}

async function readErrorCode(answer: Response): Promise<unknown> {
  try {
    return ((await answer.clone().json()) as { errorCode?: unknown }).errorCode
  } catch {
    return undefined
  }
}
