import { ApiError } from '@gatehouse/api'
import type { Call, LoginAnswer } from '@gatehouse/sdk'
import { useCallback, useEffect } from 'react'
import { useLogin } from '../context'
import { Failed } from '../frame/failed'
import { Outline } from '../frame/waiting'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { useLoaded } from '../use-loaded'

/** To the letter, as every client of this call reads it. */
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

/** This call leaves out what it is called for. */
const asking = (answer: LoginAnswer): LoginAnswer => ({ ...answer, mfaRequired: true })

/** Finds out which factors there are. Shows nothing of its own. */
export function StartStepUp({ go }: StepProps) {
  const { session, search, goTo } = useLogin()
  const wish = Number(search.get('maxAge') ?? Number.NaN)
  const maxAge = Number.isFinite(wish) ? wish : undefined
  const { value: started, error } = useLoaded(
    useCallback(async () => {
      const { accessToken } = session.getSnapshot()
      return start(session.call, accessToken ?? '', maxAge)
    }, [session, maxAge]),
  )
  const isRefused = error instanceof ApiError && error.status === 401

  useEffect(() => {
    if (isRefused) goTo('logoutUrl', { replace: true })
  }, [isRefused, goTo])

  useEffect(() => {
    if (started === undefined) return
    if (started === NOT_ENROLLED) return go('noMFAEnrolledStepUp')
    if (started.accessToken) return void session.accept(started)
    go(...afterAnswer(asking(started)))
  }, [started, session, go])

  return error !== undefined && !isRefused ? <Failed error={error} /> : <Outline />
}
