import { ErrorState } from '@gatehouse/ui'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** In place of a section that broke; the navigation around it still works. */
export function SectionError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  function retry() {
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={retry} />
}
