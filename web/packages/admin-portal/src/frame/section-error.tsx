import { ApiError } from '@gatehouse/api'
import { ErrorState } from '@gatehouse/ui'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useT } from '../portal.texts'

/** In place of a section that broke; the navigation around it still works. */
export function SectionError({ error, reset }: ErrorComponentProps) {
  const t = useT()
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  if (error instanceof ApiError && error.status === 403) {
    return <ErrorState title={t('refused.title')} description={t('refused.help')} />
  }
  function retry() {
    reset()
    void router.invalidate()
  }
  return <ErrorState error={error} onRetry={retry} />
}
