import { isRetryable } from '@gatehouse/api'

/** Milliseconds before the second and third try (wire reference §5). */
export const REFRESH_DELAYS = [1000, 2000]
export const START_DELAYS = [500, 500]
export const PROFILE_DELAYS = [2000, 2000]

/** What was silent for this long is not asked for again: somebody looks at an empty page meanwhile. */
const PATIENCE_MS = 20_000

/**
 * Repeats what failed for a passing reason. A refusal (401, 403, any other 4xx) is an answer and is thrown at once; so
 * is 429, which asks not to be called again soon.
 */
export async function withRetry<T>(attempt: () => Promise<T>, delays: readonly number[]): Promise<T> {
  const start = Date.now()
  for (const delay of delays) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRetryable(error) || Date.now() - start > PATIENCE_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return attempt()
}
