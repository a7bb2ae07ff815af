import { ApiError } from '@gatehouse/api'

/** Milliseconds before the second and third try (wire reference §5). */
export const REFRESH_DELAYS = [1000, 2000]
export const START_DELAYS = [500, 500]
export const PROFILE_DELAYS = [2000, 2000]

/** No connection, a broken server, or a server that is just going away: the same call may work in a moment. */
export function isPassing(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 410 || error.status >= 500)
}

/** Repeats what failed for a passing reason. A refusal (401, 403, any other 4xx) is an answer and is thrown at once. */
export async function withRetry<T>(attempt: () => Promise<T>, delays: readonly number[]): Promise<T> {
  for (const delay of delays) {
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return attempt()
}
