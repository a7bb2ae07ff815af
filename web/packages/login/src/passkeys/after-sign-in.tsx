import { useCallback, useState } from 'react'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { Success } from '../login/success'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import { PromptPasskeys } from './prompt-passkeys'
import { isPromptable } from './promptable'

/** Between signing in and wherever the person wanted to be. Nothing here keeps anybody out. */
export function AfterSignIn() {
  const t = useT()
  const { session, settings } = useLogin()
  const [isDone, setDone] = useState(false)
  const asks = useLoaded(useCallback(() => isPromptable(session, settings).catch(() => false), [session, settings]))
  if (asks.value === undefined) return <Waiting title={t('login.success')} />
  return asks.value && !isDone ? <PromptPasskeys onDone={() => setDone(true)} /> : <Success />
}
