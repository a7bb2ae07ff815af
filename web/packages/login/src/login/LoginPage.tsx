import type { ComponentType } from 'react'
import { LoginWithPassword } from './LoginWithPassword'
import type { LoginStep } from './machine'
import { PreLogin } from './PreLogin'
import { RedirectToSSO } from './RedirectToSSO'
import { Success } from './Success'
import { type StepProps, useLoginMachine } from './useLoginMachine'

const STEPS: Partial<Record<LoginStep, ComponentType<StepProps>>> = {
  preLogin: PreLogin,
  loginWithPassword: LoginWithPassword,
  redirectToSSO: RedirectToSSO,
  success: Success,
}

export function LoginPage() {
  const machine = useLoginMachine()
  const Step = STEPS[machine.state.step] ?? PreLogin
  return <Step key={machine.state.step} {...machine} />
}
