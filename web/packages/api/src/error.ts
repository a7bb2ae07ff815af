/** An error response of the server, or a failed connection. `code` is empty when the server sent none. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    readonly code: string,
    readonly messages: readonly string[],
    readonly traceId?: string,
    readonly context: Readonly<Record<string, unknown>> = {},
  ) {
    super(messages.join(', '))
  }
}

// Integrations compare these texts, so they must not change.
const TOO_LARGE = 'Error request is too large'
const DIFFICULTIES = "We're facing some difficulties, Please try again"

const LICENSING_CALL = /^\w+:\/\/[^/]+\/api\/v1\//

/** Reads an error response in any of the formats that the server uses. The body is consumed. */
export async function readApiError(response: Response, url = response.url): Promise<ApiError> {
  const traceId = response.headers.get('frontegg-trace-id') ?? response.headers.get('x-request-id') ?? undefined
  const createError = (messages: readonly string[], code = '', context = {}) =>
    new ApiError(response.status, code, messages, traceId, context)

  const text = await response.text().catch(() => '')
  // The licensing API answers errors in plain text, with the code in a header.
  if (LICENSING_CALL.test(url))
    return createError([`${response.status}: ${text}`], response.headers.get('error-code') ?? '')
  if (response.status === 413) return createError([TOO_LARGE])

  const body = parse(text)
  if (body === undefined) return createError([DIFFICULTIES])
  if (typeof body === 'string') return createError([body])
  const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors.map(String) : undefined
  return createError(errors ?? [`Error ${response.status} - ${response.statusText}`], ...readCodeAndContext(body))
}

/** Creates the error for a request without a response: offline, aborted or blocked. */
export function createNetworkError(cause: unknown): ApiError {
  const error = new ApiError(0, 'network', [DIFFICULTIES])
  error.cause = cause
  return error
}

/** No connection, a server that fails, is busy or is about to stop: the same call may succeed later. */
export function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status >= 500 || [0, 410, 429].includes(error.status))
}

/** Transient, and without a request to wait (429): the same call may be repeated soon. */
export const isRetryable = (error: unknown): boolean => isTransient(error) && error.status !== 429

function readCodeAndContext(body: unknown): [string, Record<string, unknown>] {
  if (!isRecord(body)) return ['', {}]
  const code = body.errorCode ?? (Array.isArray(body.errorCodes) ? body.errorCodes[0] : undefined)
  return [typeof code === 'string' ? code : '', isRecord(body.context) ? body.context : {}]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
