import { ApiError } from '@gatehouse/api'

/** Whether the server rejected the request (4xx), rather than being unreachable, failing or rate limiting (429). */
export function isClientError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
