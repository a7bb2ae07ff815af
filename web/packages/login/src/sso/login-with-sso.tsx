import { ApiError } from '@gatehouse/api'
import { errorText } from '@gatehouse/ui'
import { useEffect, useRef, useState } from 'react'
import { useLogin } from '../context'
import { LoadingCard } from '../frame/loading-card'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { nextLoginStep } from '../login/next-login-step'
import { useT as useLoginT } from '../texts'
import type { FinishSso } from './calls'
import { useT } from './sso.texts'

/** Handles the callback of the company's identity provider: signs in once, or shows the error. */
export function LoginWithSSO({ go, finish }: StepProps & { readonly finish: FinishSso }) {
  const t = useT()
  const loginT = useLoginT()
  const { session, search } = useLogin()
  const [isTested, setTested] = useState(false)
  const wasRequested = useRef(false)

  useEffect(() => {
    if (wasRequested.current) return
    wasRequested.current = true
    const answer = finish(session.call, search)
    const fail = (failure: string) => go('loginWithSSOFailed', { failure })
    if (!answer) return fail(t(search.has('error') ? 'denied' : 'over'))
    answer
      .then(async (found) => {
        await session.accept(found)
        go(...nextLoginStep(found))
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'sso.tested') setTested(true)
        else fail(search.has('error') ? t('denied') : errorText(error))
      })
  }, [finish, session, search, go, t])

  if (isTested) return <Step title={t('tested')} lead={t('testedHelp')} />
  return <LoadingCard title={loginT('login.success')} />
}
