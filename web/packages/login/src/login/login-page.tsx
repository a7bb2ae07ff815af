import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { useLogin } from '../context'
import { useFlow } from '../flow/use-flow'
import { Outline } from '../frame/waiting'
import { asksEmailFirst } from '../settings'
import { STEPS } from './steps'

export function LoginPage() {
  const { settings, email } = useLogin()
  const first = asksEmailFirst(settings) ? 'preLogin' : 'loginWithPassword'
  const { step, Component, props } = useFlow({ steps: STEPS, first, facts: { email } })
  return (
    <ErrorBoundary size="block" resetKey={step}>
      <Suspense fallback={<Outline />}>
        <Component key={step} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
