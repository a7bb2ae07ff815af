/** The calls that a client token allows. The wire is snake_case, the script's callers camelCase. */

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())

/** Converts every key; custom data of the vendor is unchanged. */
function renamed(value, rename) {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, rename))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const kept = key === 'customData' || key === 'custom_data'
      return [rename(key), kept ? entry : renamed(entry, rename)]
    }),
  )
}

/** A refusal of the provider: `type`, `code`, `detail`, and `errors` by field. */
export class ApiError extends Error {
  constructor(error) {
    super(error.detail)
    Object.assign(this, error)
  }
}

const UNREACHABLE = {
  type: 'api_error',
  code: 'network_error',
  detail: 'The checkout could not be reached',
  documentation_url: 'https://developer.paddle.com/v1/errors',
}

/** `parts` is the folder of this file; the API is beside it. */
export function createApi(parts, token) {
  const send = async (method, path, body) => {
    const answer = await fetch(new URL(`../client${path}`, parts), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => null)
    const content = await answer?.json().catch(() => null)
    if (!answer?.ok) throw new ApiError(content?.error ?? UNREACHABLE)
    return content
  }
  const preview = async (path, options) => {
    const { data, meta } = await send('POST', path, renamed(options, snake))
    return { data: renamed(data, camel), meta: renamed(meta, camel) }
  }
  const checkout = async (method, path, body) =>
    (await send(method, `/checkouts${path}`, body && renamed(body, snake))).data

  return {
    pricePreview: (options) => preview('/pricing-preview', options),
    transactionPreview: (options) => preview('/transactions/preview', options),
    open: (options) => checkout('POST', '', options),
    change: (id, changes) => checkout('PATCH', `/${id}`, changes),
    pay: (id, card) => checkout('POST', `/${id}/pay`, { card }),
    authenticate: (id, approved) => checkout('POST', `/${id}/authenticate`, { approved }),
  }
}
