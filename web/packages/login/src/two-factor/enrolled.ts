import type { LoginAnswer } from '@gatehouse/sdk'
import { useCallback } from 'react'
import { useLogin } from '../context'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'

/** Completes the sign-in after MFA enrollment. A recovery code is shown first, because it is shown only once. */
export function useEnrolled(go: StepProps['go']): (answer: LoginAnswer) => Promise<void> {
  const { session } = useLogin()
  return useCallback(
    async (answer) => {
      const { recoveryCode } = answer
      if (recoveryCode) return go('recoveryCode', { enrolled: { ...answer, recoveryCode }, challenge: undefined })
      await session.accept(answer)
      go(...afterAnswer(answer))
    },
    [session, go],
  )
}
