import { useCallback } from 'react'
import { loadPasswordConfig } from '../calls'
import { useLogin } from '../context'
import { LoadingCard } from '../frame/loading-card'
import { ResetPassword } from '../reset-password/reset-password'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import type { StepProps } from './facts'

/** Replaces an expired password and then signs in. */
export function ReplacePassword({ facts: { link }, go }: StepProps<'link'>) {
  const t = useT()
  const { session } = useLogin()
  const { value: config } = useLoad(
    useCallback(() => loadPasswordConfig(session.call, link.userId), [session, link.userId]),
  )
  if (!config) return <LoadingCard title={t('activate.checking')} />
  return (
    <ResetPassword link={link} config={config} lead={t('reset.tooOld')} onExpired={() => go('loginWithPassword')} />
  )
}
