import type { LoginAnswer } from '@gatehouse/sdk'
import { useCallback } from 'react'
import { useLogin } from '../context'
import type { StepProps } from '../login/facts'
import { nextLoginStep } from '../login/next-login-step'

/** Completes the sign-in after MFA enrollment. A recovery code is shown first, because it is shown only once. */
export function useFinishMfa(go: StepProps['go']): (answer: LoginAnswer) => Promise<void> {
  const { session } = useLogin()
  return useCallback(
    async (answer) => {
      const { recoveryCode } = answer
      if (recoveryCode) return go('recoveryCode', { enrolled: { ...answer, recoveryCode }, challenge: undefined })
      await session.accept(answer)
      go(...nextLoginStep(answer))
    },
    [session, go],
  )
}
