import { createStepDefiner, type StepProps as Props } from '../flow/flow'

/** Facts that each step collects for the next. */
export interface PhoneResetFacts {
  readonly email: string
  readonly resetToken: string
  readonly changeToken: string
}

export type StepProps<Required extends keyof PhoneResetFacts = never> = Props<PhoneResetFacts, Required>

export const defineStep = createStepDefiner<PhoneResetFacts>()
