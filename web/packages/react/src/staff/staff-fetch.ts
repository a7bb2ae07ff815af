/** What the server gives for a session of one of the vendor's own people. `expiresIn` in seconds. */
export interface StaffToken {
  readonly token: string
  readonly expiresIn: number
  readonly permissions: readonly string[]
}

const HEADER = 'x-access-token'
/** A call that leaves now still has to arrive. */
const SPARE_MS = 30_000

interface Held {
  readonly token: Promise<StaffToken>
  readonly until: number
}

/**
 * `fetch` under a vendor token, which `enter` gets: a new one before the old one ends, and one more when it is refused,
 * because the session behind it may have been renewed.
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

  return async (input, init) => {
    const request = new Request(input, init)
    const answer = await fetch(under(request.clone(), await current()))
    return answer.status === 401 ? fetch(under(request, await renew())) : answer
  }
}

const endOf = ({ expiresIn }: StaffToken) => Date.now() + expiresIn * 1000 - SPARE_MS

function under(request: Request, { token }: StaffToken): Request {
  request.headers.set(HEADER, token)
  return request
}
