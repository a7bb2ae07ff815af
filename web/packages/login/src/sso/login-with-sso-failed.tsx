import { useEffect } from 'react'
import { useLogin } from '../context'
import { keepFailure } from '../form/failures'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from './sso.texts'

const REDIRECT_MS = 1000

/**
 * The company's sign-in did not work. After a second the browser goes where the person wanted to be (spec §4), which
 * sends whoever is not signed in to the login page; that says the reason once more.
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
