import { ErrorBoundary, ErrorState } from '@gatehouse/ui'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'

interface PriceBoundaryProps {
  /** What the prices are for: another one is tried at once. */
  readonly resetKey: string
  readonly children: ReactNode
}

/** Prices that do not arrive are reported in their place, so that seats and discount stay as they were entered. */
export function PriceBoundary({ resetKey, children }: PriceBoundaryProps) {
  const queries = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary
      resetKey={resetKey}
      fallback={(error, reset) => (
        <ErrorState
          error={error}
          onRetry={() => {
            queries.reset()
            reset()
          }}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
