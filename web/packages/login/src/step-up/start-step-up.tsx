import { ApiError } from '@gatehouse/api'
import { goToLogout, type LoginAnswer, STORAGE_KEYS } from '@gatehouse/sdk'
import { useCallback, useEffect } from 'react'
import { type ApiCall, post } from '../api-call'
import { useLogin } from '../context'
import { LoadError } from '../frame/load-error'
import { CardSkeleton } from '../frame/loading-card'
import { isClientError } from '../is-client-error'
import type { StepProps } from '../login/facts'
import { nextLoginStep } from '../login/next-login-step'
import { useLoad } from '../use-load'
import { parseMaxAge } from './max-age'

/** The server's exact text, which clients of this call compare. */
const NOT_ENROLLED = 'MFA is not enrolled'

type StepUpStart = LoginAnswer | typeof NOT_ENROLLED

async function requestStepUp(call: ApiCall, token: string, maxAge: number | undefined): Promise<StepUpStart> {
  try {
    const body = maxAge === undefined ? {} : { maxAge }
    return await call('/identity/resources/auth/v1/user/step-up/generate', post(body, token))
  } catch (error) {
    if (error instanceof ApiError && error.message === NOT_ENROLLED) return NOT_ENROLLED
    throw error
  }
}

/** The answer of this call omits `mfaRequired`. */
const withMfaRequired = (answer: LoginAnswer): LoginAnswer => ({ ...answer, mfaRequired: true })

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
  const maxAge = parseMaxAge(search)
  const { value: started, error } = useLoad(
    useCallback(async () => {
      const { accessToken } = session.getSnapshot()
      return requestStepUp(session.call, accessToken ?? '', maxAge)
    }, [session, maxAge]),
  )
  const isRejected = !isSecondTry && isClientError(error)

  useEffect(() => {
    if (!isRejected) return
    const { storage, tabStorage } = session.environment
    storage.setItem(STORAGE_KEYS.shouldStepUp, 'true')
    const navigate = (url: string) => navigation.go(url, { replace: true })
    goToLogout({ tabStorage, navigate }, `${routes.logoutUrl}?${search}`)
  }, [isRejected, session, routes, navigation, search])

  useEffect(() => {
    if (started === undefined) return
    if (started === NOT_ENROLLED) return go('noMFAEnrolledStepUp')
    if (started.accessToken) return void session.accept(started)
    go(...nextLoginStep(withMfaRequired(started)))
  }, [started, session, go])

  return error !== undefined && !isRejected ? <LoadError error={error} /> : <CardSkeleton />
}
