/** A vendor token for a staff session. `expiresIn` is in seconds. */
export interface StaffToken {
  readonly token: string
  readonly expiresIn: number
  readonly permissions: readonly string[]
}

const HEADER = 'x-access-token'
/** A request that is sent now still has to arrive. */
const SPARE_MS = 30_000
const MISSING = 'access.missing_permission'

interface Held {
  readonly token: Promise<StaffToken>
  readonly until: number
}

/**
 * Creates a `fetch` with a vendor token. Requests a new token before the old one expires, once when it is rejected,
 * because the session may have been renewed, and once when a permission is missing, because the staff member's role may
 * have changed.
 */
export function staffFetch(first: StaffToken, enter: () => Promise<StaffToken>): typeof fetch {
  let held: Held = { token: Promise.resolve(first), until: endOf(first) }

  function renew(): Promise<StaffToken> {
    const token = enter()
    held = { token, until: Number.POSITIVE_INFINITY }
    token.then(
      (known) => {
        held = { token, until: endOf(known) }
      },
      () => {
        held = { token, until: 0 }
      },
    )
    return token
  }
  const current = () => (Date.now() < held.until ? held.token : renew())
  /** Of several rejected calls, the first renews the token for all. */
  const after = (refused: Promise<StaffToken>) => (held.token === refused ? renew() : current())

  return async (input, init) => {
    const request = new Request(input, init)
    const token = current()
    const answer = await fetch(under(request.clone(), await token))
    if (answer.status === 401) return fetch(under(request, await after(token)))
    if (answer.status === 403 && (await codeOf(answer)) === MISSING) after(token).catch(() => {})
    return answer
  }
}

const endOf = ({ expiresIn }: StaffToken) => Date.now() + expiresIn * 1000 - SPARE_MS

function under(request: Request, { token }: StaffToken): Request {
  request.headers.set(HEADER, token)
  return request
}

async function codeOf(answer: Response): Promise<unknown> {
  try {
    return ((await answer.clone().json()) as { errorCode?: unknown }).errorCode
  } catch {
    return undefined
  }
}
