import { useLogin } from '../context'
import type { StepProps } from '../login/facts'
import { QuickLogin } from '../quick-login/quick-login'
import { PasskeySignIn } from './passkey-sign-in'

/** Buttons for the vendor's secondary sign-in methods. */
export function SecondaryMethods({ go }: Pick<StepProps, 'go'>) {
  const { passkeys, quickSms } = useLogin().settings
  return (
    <>
      {passkeys && <PasskeySignIn go={go} />}
      {quickSms && <QuickLogin go={go} />}
    </>
  )
}
