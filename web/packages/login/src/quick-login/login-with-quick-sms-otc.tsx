import type { StepProps } from '../login/facts'
import { LoginWithCode } from '../passwordless/login-with-code'
import { useT as useLoginT } from '../texts'
import { useT } from './quick-login.texts'

/** Asks for the code sent to the phone of the remembered user. */
export function LoginWithQuickSmsOtc({ facts: { remembered }, go, learn }: StepProps<'remembered'>) {
  const [t, login] = [useT(), useLoginT()]
  return (
    <LoginWithCode
      way="smscode"
      title={login('passwordless.sms')}
      lead={t('sent')}
      hint={login('resend.lostMessage')}
      to={{ userId: remembered }}
      {...{ go, learn }}
    />
  )
}
