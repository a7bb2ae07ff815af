import { useSessionState } from '@gatehouse/react'
import { decodeToken, isSteppedUp, STORAGE_KEYS } from '@gatehouse/sdk'
import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { LoginContext, useLogin } from '../context'
import { skippedInHistory } from '../flow/flow'
import { useFlow } from '../flow/use-flow'
import { LoadError } from '../frame/load-error'
import { CardSkeleton } from '../frame/loading-card'
import { defineStep } from '../login/facts'
import { STEPS } from '../login/steps'
import { Success } from '../login/success'
import { parseMaxAge } from './max-age'
import { NoMfaEnrolledStepUp } from './no-mfa-enrolled'
import { StartStepUp } from './start-step-up'

const createSteps = (isSecondTry: boolean) => ({
  ...STEPS,
  startStepUp: skippedInHistory(defineStep((props) => <StartStepUp isSecondTry={isSecondTry} {...props} />)),
  noMFAEnrolledStepUp: defineStep(NoMfaEnrolledStepUp),
})
const FIRST_TRY = createSteps(false)
const SECOND_TRY = createSteps(true)

/** Asks a signed-in user for MFA (spec §4, step-up), then returns to the requesting page. */
export function StepUpPage() {
  const login = useLogin()
  const state = useSessionState()
  const maxAge = parseMaxAge(login.search)
  const isSteppedUpNow =
    state.status === 'authenticated' && isSteppedUp(decodeToken(state.accessToken), maxAge, login.session.now())
  const isSignedOut = state.status === 'anonymous' && !state.failure
  const stepUpContext = useMemo(() => ({ ...login, isSignedIn: () => isSteppedUpNow }), [login, isSteppedUpNow])
  const { storage } = login.session.environment
  const [isSecondTry] = useState(() => storage.getItem(STORAGE_KEYS.shouldStepUp) !== null)

  useEffect(() => storage.removeItem(STORAGE_KEYS.shouldStepUp), [storage])

  useEffect(() => {
    if (isSignedOut) login.goTo('loginUrl', { replace: true })
  }, [isSignedOut, login])

  if (state.failure) return <LoadError error={state.failure} />
  if (state.status !== 'authenticated') return <CardSkeleton />
  if (isSteppedUpNow) return <Success />
  return (
    <LoginContext value={stepUpContext}>
      <Steps email={state.user.email ?? ''} steps={isSecondTry ? SECOND_TRY : FIRST_TRY} />
    </LoginContext>
  )
}

function Steps({ email, steps }: { readonly email: string; readonly steps: typeof FIRST_TRY }) {
  const { step: at, Component, props } = useFlow({ steps, first: 'startStepUp', facts: { email } })
  return (
    <ErrorBoundary size="block" resetKey={at}>
      <Suspense fallback={<CardSkeleton />}>
        <Component key={at} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
