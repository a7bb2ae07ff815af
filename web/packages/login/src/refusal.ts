import { ApiError } from '@gatehouse/api'

/** The server's answer to what was asked, rather than that it cannot be reached, is in trouble, or has heard enough. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
