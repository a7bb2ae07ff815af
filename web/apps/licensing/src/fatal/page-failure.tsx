import { ApiError } from '@gatehouse/api'
import { ErrorState } from '@gatehouse/ui'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'

/** A refused or failed call: the page says so and can be tried again. Anything else is fatal. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  const router = useRouter()
  if (!(error instanceof ApiError)) throw error
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={retry} />
}
