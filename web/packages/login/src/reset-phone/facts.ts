import { type StepProps as Props, stepOf } from '../flow/flow'

/** Facts that each step collects for the next. */
export interface Facts {
  readonly email: string
  readonly resetToken: string
  readonly changeToken: string
}

export type StepProps<Taken extends keyof Facts = never> = Props<Facts, Taken>

export const step = stepOf<Facts>()
