/** What the server gives for a session of one of the vendor's own people. `expiresIn` in seconds. */
export interface StaffToken {
  readonly token: string
  readonly expiresIn: number
  readonly permissions: readonly string[]
}

const HEADER = 'x-access-token'
/** A call that leaves now still has to arrive. */
const SPARE_MS = 30_000
const MISSING = 'access.missing_permission'

interface Held {
  readonly token: Promise<StaffToken>
  readonly until: number
}

/**
 * `fetch` under a vendor token, which `enter` gets: a new one before the old one ends, one more when it is refused,
 * because the session behind it may have been renewed, and one more when it no longer permits what was tried, because
 * somebody may have given this person another role.
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
  /** Of calls that are refused together the first renews, for all of them. */
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
