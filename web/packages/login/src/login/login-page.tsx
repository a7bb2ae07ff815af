import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { useLogin } from '../context'
import { useFlow } from '../flow/use-flow'
import { CardSkeleton } from '../frame/loading-card'
import { isEmailFirst } from '../settings'
import { STEPS } from './steps'

export function LoginPage() {
  const { settings, email } = useLogin()
  const first = isEmailFirst(settings) ? 'preLogin' : 'loginWithPassword'
  const { step, Component, props } = useFlow({ steps: STEPS, first, facts: { email } })
  return (
    <ErrorBoundary size="block" resetKey={step}>
      <Suspense fallback={<CardSkeleton />}>
        <Component key={step} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
