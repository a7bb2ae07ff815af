import { useMemo } from 'react'
import type { StepProps } from '../login/facts'
import { VerifyTwoFactor } from './verify-two-factor'

/** Enrolls email codes: the first correct code completes the enrollment. */
export function EnrollEmail({ facts, ...props }: StepProps<'challenge'>) {
  const to = facts.challenge.userEmail ?? facts.email ?? ''
  const factor = useMemo(() => ({ kind: 'email', to }) as const, [to])
  return <VerifyTwoFactor facts={{ ...facts, factor }} {...props} />
}
