import { useEffect } from 'react'
import { useLogin } from '../context'
import { keepFailure } from '../form/failures'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from './sso.texts'

const REDIRECT_MS = 1000

/**
 * Shows why single sign-on failed. After a second the browser continues to the requested address (spec §4), which
 * redirects signed-out users to the login page; that page repeats the reason.
 */
export function LoginWithSSOFailed({ facts: { failure } }: StepProps<'failure'>) {
  const t = useT()
  const { finish, session } = useLogin()

  useEffect(() => {
    keepFailure(session.environment, failure)
    const leave = setTimeout(() => finish(), REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [finish, session, failure])

  return <Step title={t('failed')} lead={failure} footer={<BackToSignIn />} />
}
