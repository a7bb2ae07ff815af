// A browser that keeps cookies and follows an authorization request until it leaves the server.

export class Browser {
  cookies = new Map()

  constructor(server) {
    this.server = server
  }

  async fetch(address, options = {}) {
    const url = new URL(address, this.server)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      ...options,
      redirect: 'manual',
      headers: { ...options.headers, ...(cookie && { cookie }) },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair] = line.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    return answer
  }

  async signIn(email, password) {
    const answer = await this.fetch('/identity/resources/auth/v1/user', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    check(answer.ok, `signing in: ${answer.status}`)
  }

  /** Where an authorization request leads: back to the application, or to a page of the server. */
  async follow(address) {
    const answer = await this.fetch(address)
    check(answer.status === 302 || answer.status === 303, `${answer.status}: ${await answer.text()}`)
    return new URL(answer.headers.get('location'), this.server)
  }
}

export function check(holds, what) {
  if (!holds) throw new Error(`This does not hold: ${what}`)
}

/** The error of something that must be refused. */
export async function refused(work) {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('It was not refused')
}
