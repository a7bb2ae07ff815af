import type { StepProps } from '../login/facts'
import { LoginWithCode } from '../passwordless/login-with-code'
import { useT as useLoginT } from '../texts'
import { useT } from './quick-login.texts'

/** Asks for the code sent to the phone of the remembered user. */
export function LoginWithQuickSmsOtc({ facts: { quickUserId }, go, setFacts }: StepProps<'quickUserId'>) {
  const [t, login] = [useT(), useLoginT()]
  return (
    <LoginWithCode
      method="smscode"
      title={login('passwordless.sms')}
      lead={t('sent')}
      hint={login('resend.lostMessage')}
      user={{ userId: quickUserId }}
      {...{ go, setFacts }}
    />
  )
}
