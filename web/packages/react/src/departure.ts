import { ApiError, networkError } from '@gatehouse/api'
import { useCallback, useState } from 'react'

/**
 * Sends the browser to another page, and says why that failed: in hosted mode a chunk is loaded first, and the network may
 * be gone. `run` may be called again, and returns what stops it.
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
