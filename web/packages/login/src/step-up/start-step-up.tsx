import { ApiError } from '@gatehouse/api'
import { type Call, goToLogout, KEYS, type LoginAnswer } from '@gatehouse/sdk'
import { useCallback, useEffect } from 'react'
import { useLogin } from '../context'
import { Failed } from '../frame/failed'
import { Outline } from '../frame/waiting'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { isRefusal } from '../refusal'
import { useLoaded } from '../use-loaded'
import { maxAgeOf } from './max-age'

/** The server's exact text, which clients of this call compare. */
const NOT_ENROLLED = 'MFA is not enrolled'

type Started = LoginAnswer | typeof NOT_ENROLLED

async function start(call: Call, token: string, maxAge: number | undefined): Promise<Started> {
  try {
    const body = maxAge === undefined ? {} : { maxAge }
    const path = '/identity/resources/auth/v1/user/step-up/generate'
    return await call<LoginAnswer>(path, { method: 'POST', body, token })
  } catch (error) {
    if (error instanceof ApiError && error.message === NOT_ENROLLED) return NOT_ENROLLED
    throw error
  }
}

/** The answer of this call omits `mfaRequired`. */
const asking = (answer: LoginAnswer): LoginAnswer => ({ ...answer, mfaRequired: true })

interface StartStepUpProps extends StepProps {
  /** The user has just signed in again for this step-up. */
  readonly isSecondTry: boolean
}

/**
 * Starts the step-up and shows nothing itself. After a 4xx error the user signs in again and returns here (spec §4); a
 * second error is shown.
 */
export function StartStepUp({ go, isSecondTry }: StartStepUpProps) {
  const { session, search, routes, navigation } = useLogin()
  const maxAge = maxAgeOf(search)
  const { value: started, error } = useLoaded(
    useCallback(async () => {
      const { accessToken } = session.getSnapshot()
      return start(session.call, accessToken ?? '', maxAge)
    }, [session, maxAge]),
  )
  const isRefused = !isSecondTry && isRefusal(error)

  useEffect(() => {
    if (!isRefused) return
    const { storage, tabStorage } = session.environment
    storage.setItem(KEYS.shouldStepUp, 'true')
    const navigate = (url: string) => navigation.go(url, { replace: true })
    goToLogout({ tabStorage, navigate }, `${routes.logoutUrl}?${search}`)
  }, [isRefused, session, routes, navigation, search])

  useEffect(() => {
    if (started === undefined) return
    if (started === NOT_ENROLLED) return go('noMFAEnrolledStepUp')
    if (started.accessToken) return void session.accept(started)
    go(...afterAnswer(asking(started)))
  }, [started, session, go])

  return error !== undefined && !isRefused ? <Failed error={error} /> : <Outline />
}
