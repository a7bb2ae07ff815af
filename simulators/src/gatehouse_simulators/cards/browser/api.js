/** The calls that a publishable key allows; form-encoded with brackets. */

const UNREACHABLE = {
  type: 'api_connection_error',
  message: 'The card provider could not be reached. Check your connection and try again.',
}

/** `{card: {number: 1}}` is `card[number]=1`. */
function encoded(value, name = '', into = new URLSearchParams()) {
  if (value === undefined || value === null) return into
  if (typeof value !== 'object') into.append(name, String(value))
  else for (const [key, each] of Object.entries(value)) encoded(each, name ? `${name}[${key}]` : key, into)
  return into
}

export function createApi(home, key) {
  /** The answer, or `{error}` as the provider words it. */
  const send = async (method, path, parameters) => {
    const url = new URL(`v1${path}`, home)
    const content = encoded(parameters)
    if (method === 'GET') url.search = content
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
      body: method === 'GET' ? undefined : content,
    }).catch(() => null)
    return (await answer?.json().catch(() => null)) ?? { error: UNREACHABLE }
  }
  return {
    get: (path, parameters) => send('GET', path, parameters),
    post: (path, parameters) => send('POST', path, parameters),
  }
}
