import { useEffect } from 'react'
import { useLogin } from '../context'
import { saveLoginFailure } from '../form/login-failure'
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
  const { exit, session } = useLogin()

  useEffect(() => {
    saveLoginFailure(session.environment, failure)
    const leave = setTimeout(() => exit(), REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [exit, session, failure])

  return <Step title={t('failed')} lead={failure} footer={<BackToSignIn />} />
}
