import { useSessionState } from '@gatehouse/react'
import { decodeToken, isSteppedUp, KEYS } from '@gatehouse/sdk'
import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { LoginContext, useLogin } from '../context'
import { passing } from '../flow/flow'
import { useFlow } from '../flow/use-flow'
import { Failed } from '../frame/failed'
import { Outline } from '../frame/waiting'
import { step } from '../login/facts'
import { STEPS } from '../login/steps'
import { Success } from '../login/success'
import { maxAgeOf } from './max-age'
import { NoMfaEnrolledStepUp } from './no-mfa-enrolled'
import { StartStepUp } from './start-step-up'

const stepsAt = (isSecondTry: boolean) => ({
  ...STEPS,
  startStepUp: passing(step((props) => <StartStepUp isSecondTry={isSecondTry} {...props} />)),
  noMFAEnrolledStepUp: step(NoMfaEnrolledStepUp),
})
const FIRST_TRY = stepsAt(false)
const SECOND_TRY = stepsAt(true)

/** Asks a signed-in user for MFA (spec §4, step-up), then returns to the requesting page. */
export function StepUpPage() {
  const login = useLogin()
  const state = useSessionState()
  const maxAge = maxAgeOf(login.search)
  const isUp =
    state.status === 'authenticated' && isSteppedUp(decodeToken(state.accessToken), maxAge, login.session.now())
  const isNobody = state.status === 'anonymous' && !state.failure
  const here = useMemo(() => ({ ...login, isIn: () => isUp }), [login, isUp])
  const { storage } = login.session.environment
  const [isSecondTry] = useState(() => storage.getItem(KEYS.shouldStepUp) !== null)

  useEffect(() => storage.removeItem(KEYS.shouldStepUp), [storage])

  useEffect(() => {
    if (isNobody) login.goTo('loginUrl', { replace: true })
  }, [isNobody, login])

  if (state.failure) return <Failed error={state.failure} />
  if (state.status !== 'authenticated') return <Outline />
  if (isUp) return <Success />
  return (
    <LoginContext value={here}>
      <Steps email={state.user.email ?? ''} steps={isSecondTry ? SECOND_TRY : FIRST_TRY} />
    </LoginContext>
  )
}

function Steps({ email, steps }: { readonly email: string; readonly steps: typeof FIRST_TRY }) {
  const { step: at, Component, props } = useFlow({ steps, first: 'startStepUp', facts: { email } })
  return (
    <ErrorBoundary size="block" resetKey={at}>
      <Suspense fallback={<Outline />}>
        <Component key={at} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
