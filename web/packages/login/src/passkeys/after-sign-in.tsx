import { useCallback, useState } from 'react'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { Success } from '../login/success'
import { RegisterQuickLogin } from '../quick-login/register-quick-login'
import { isRegistering } from '../quick-login/remembered'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import { PromptPasskeys } from './prompt-passkeys'
import { isPromptable } from './promptable'

/** Optional prompts between sign-in and the redirect. A failure here never blocks the sign-in. */
export function AfterSignIn() {
  const t = useT()
  const { session, settings } = useLogin()
  const [isDone, setDone] = useState(false)
  const [registers, setRegisters] = useState(() => settings.quickSms && isRegistering(session.environment))
  const asks = useLoaded(useCallback(() => isPromptable(session, settings).catch(() => false), [session, settings]))
  if (registers) return <RegisterQuickLogin onDone={() => setRegisters(false)} />
  if (asks.value === undefined) return <Waiting title={t('login.success')} />
  return asks.value && !isDone ? <PromptPasskeys onDone={() => setDone(true)} /> : <Success />
}
