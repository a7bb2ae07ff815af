import { useCallback, useState } from 'react'
import { useLogin } from '../context'
import { LoadingCard } from '../frame/loading-card'
import { Success } from '../login/success'
import { EnrollQuickLogin } from '../quick-login/enroll-quick-login'
import { isEnrollmentPending } from '../quick-login/quick-login-storage'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { PromptPasskeys } from './prompt-passkeys'
import { shouldPromptPasskeys } from './should-prompt-passkeys'

/** Optional prompts between sign-in and the redirect. A failure here never blocks the sign-in. */
export function AfterSignIn() {
  const t = useT()
  const { session, settings } = useLogin()
  const [isDone, setDone] = useState(false)
  const [isEnrolling, setEnrolling] = useState(() => settings.quickSms && isEnrollmentPending(session.environment))
  const promptCheck = useLoad(
    useCallback(() => shouldPromptPasskeys(session, settings).catch(() => false), [session, settings]),
  )
  if (isEnrolling) return <EnrollQuickLogin onDone={() => setEnrolling(false)} />
  if (promptCheck.value === undefined) return <LoadingCard title={t('login.success')} />
  return promptCheck.value && !isDone ? <PromptPasskeys onDone={() => setDone(true)} /> : <Success />
}
