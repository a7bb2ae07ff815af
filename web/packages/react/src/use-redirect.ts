import { ApiError, createNetworkError } from '@gatehouse/api'
import { useCallback, useState } from 'react'

/**
 * Redirects the browser, and returns the failure if that did not work: hosted mode loads a chunk first, and the network
 * may be down. `run` can be called again and returns a function that cancels it.
 */
export function useRedirect(redirect: (signal: AbortSignal) => Promise<void>) {
  const [failure, setFailure] = useState<ApiError>()
  const run = useCallback(() => {
    const controller = new AbortController()
    setFailure(undefined)
    redirect(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setFailure(error instanceof ApiError ? error : createNetworkError(error))
    })
    return () => controller.abort()
  }, [redirect])
  return { failure, run }
}
