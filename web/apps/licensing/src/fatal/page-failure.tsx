import { ApiError } from '@gatehouse/api'
import { ChunkLoadError, ErrorState } from '@gatehouse/ui'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'

/** A refused or failed call, or a page whose script did not come: said in its place. Anything else is fatal. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  const router = useRouter()
  if (!(error instanceof ApiError || error instanceof ChunkLoadError)) throw error
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={retry} />
}
