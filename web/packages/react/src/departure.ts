import { ApiError, networkError } from '@gatehouse/api'
import { useCallback, useState } from 'react'

/**
 * Redirects the browser, and returns the failure if that did not work: hosted mode loads a chunk first, and the network
 * may be down. `run` can be called again and returns a function that cancels it.
 */
export function useDeparture(leave: (signal: AbortSignal) => Promise<void>) {
  const [failure, setFailure] = useState<ApiError>()
  const run = useCallback(() => {
    const stop = new AbortController()
    setFailure(undefined)
    leave(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) setFailure(error instanceof ApiError ? error : networkError(error))
    })
    return () => stop.abort()
  }, [leave])
  return { failure, run }
}
