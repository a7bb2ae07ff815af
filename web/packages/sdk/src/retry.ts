import { isRetryable } from '@gatehouse/api'

/** Milliseconds before the second and third attempt (wire reference §5). */
export const REFRESH_DELAYS = [1000, 2000]
export const START_DELAYS = [500, 500]
export const PROFILE_DELAYS = [2000, 2000]

/** A request that took this long is not retried, because the page stays empty meanwhile. */
const MAX_RETRY_MS = 20_000

/**
 * Retries transient errors. Other errors are thrown at once, and so is 429, because the server asks not to be called
 * again soon.
 */
export async function withRetry<T>(attempt: () => Promise<T>, delays: readonly number[]): Promise<T> {
  const start = Date.now()
  for (const delay of delays) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRetryable(error) || Date.now() - start > MAX_RETRY_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return attempt()
}
