import { ErrorBoundary } from '@gatehouse/ui'
import { useLogin } from '../context'
import type { Steps } from '../flow/flow'
import { useFlow } from '../flow/use-flow'
import { ChangePhoneNumber } from './change-phone-number'
import { defineStep, type PhoneResetFacts } from './facts'
import { ResetPhoneNumber } from './reset-phone-number'
import { VerifyResetPhoneNumber } from './verify-reset-phone-number'

/** Spec §4, "Reset phone number". */
const STEPS: Steps<PhoneResetFacts> = {
  ResetPhoneNumber: defineStep(ResetPhoneNumber),
  VerifyResetPhoneNumber: defineStep(VerifyResetPhoneNumber, 'email', 'resetToken'),
  ChangePhoneNumber: defineStep(ChangePhoneNumber, 'email', 'changeToken'),
}

/** Replaces the phone number of users who sign in with codes by text message. */
export function ResetPhonePage() {
  const { email } = useLogin()
  const {
    step: at,
    Component,
    props,
  } = useFlow<PhoneResetFacts>({ steps: STEPS, first: 'ResetPhoneNumber', facts: { email } })
  return (
    <ErrorBoundary size="block" resetKey={at}>
      <Component key={at} {...props} />
    </ErrorBoundary>
  )
}
