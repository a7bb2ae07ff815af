import { ApiError } from '@gatehouse/api'
import { errorText } from '@gatehouse/ui'
import { useEffect, useRef, useState } from 'react'
import { useLogin } from '../context'
import { Step } from '../frame/step'
import { Waiting } from '../frame/waiting'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { useT as useLoginT } from '../texts'
import type { Finish } from './calls'
import { useT } from './sso.texts'

/** Handles the callback of the company's identity provider: signs in once, or shows the error. */
export function LoginWithSSO({ go, finish }: StepProps & { readonly finish: Finish }) {
  const t = useT()
  const tOfLogin = useLoginT()
  const { session, search } = useLogin()
  const [isTested, setTested] = useState(false)
  const asked = useRef(false)

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    const answer = finish(session.call, search)
    const fail = (failure: string) => go('loginWithSSOFailed', { failure })
    if (!answer) return fail(t(search.has('error') ? 'denied' : 'over'))
    answer
      .then(async (found) => {
        await session.accept(found)
        go(...afterAnswer(found))
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'sso.tested') setTested(true)
        else fail(search.has('error') ? t('denied') : errorText(error))
      })
  }, [finish, session, search, go, t])

  if (isTested) return <Step title={t('tested')} lead={t('testedHelp')} />
  return <Waiting title={tOfLogin('login.success')} />
}
