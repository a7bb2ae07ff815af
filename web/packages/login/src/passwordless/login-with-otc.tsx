import { Emphasis } from '../frame/emphasis'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { LoginWithCode } from './login-with-code'

/** Signs in with an emailed code. */
export function LoginWithOtc({ facts, go, setFacts }: StepProps<'email'>) {
  const t = useT()
  const lead = <Emphasis text={t('passwordless.codeSent', { email: facts.email })} part={facts.email} />
  return <LoginWithCode method="code" title={t('passwordless.code')} lead={lead} user={facts} {...{ go, setFacts }} />
}
