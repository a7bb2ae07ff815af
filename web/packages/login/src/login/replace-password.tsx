import { useCallback } from 'react'
import { passwordConfig } from '../calls'
import { useLogin } from '../context'
import { Waiting } from '../frame/waiting'
import { ResetPassword } from '../reset-password/reset-password'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import type { StepProps } from './facts'

/** Replaces an expired password and then signs in. */
export function ReplacePassword({ facts: { link }, go }: StepProps<'link'>) {
  const t = useT()
  const { session } = useLogin()
  const { value: config } = useLoaded(
    useCallback(() => passwordConfig(session.call, link.userId), [session, link.userId]),
  )
  if (!config) return <Waiting title={t('activate.checking')} />
  return (
    <ResetPassword link={link} config={config} lead={t('reset.tooOld')} onExpired={() => go('loginWithPassword')} />
  )
}
