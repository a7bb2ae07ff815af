import { type ComponentType, lazy, Suspense } from 'react'
import { Outline } from '../frame/Waiting'
import { LoginWithPassword } from './LoginWithPassword'
import type { LoginStep } from './machine'
import { PreLogin } from './PreLogin'
import { RedirectToSSO } from './RedirectToSSO'
import { Success } from './Success'
import { type StepProps, useLoginMachine } from './useLoginMachine'

// Most people sign in without these.
const LoginWithTwoFactor = lazy(() =>
  import('../two-factor/LoginWithTwoFactor').then((module) => ({ default: module.LoginWithTwoFactor })),
)
const RecoverTwoFactor = lazy(() =>
  import('../two-factor/RecoverTwoFactor').then((module) => ({ default: module.RecoverTwoFactor })),
)
const ForceTwoFactor = lazy(() =>
  import('../two-factor/ForceTwoFactor').then((module) => ({ default: module.ForceTwoFactor })),
)

const STEPS: Record<LoginStep, ComponentType<StepProps>> = {
  preLogin: PreLogin,
  loginWithPassword: LoginWithPassword,
  redirectToSSO: RedirectToSSO,
  success: Success,
  loginWithTwoFactor: LoginWithTwoFactor,
  recoverTwoFactor: RecoverTwoFactor,
  forceTwoFactor: ForceTwoFactor,
}

export function LoginPage() {
  const machine = useLoginMachine()
  const Step = STEPS[machine.state.step]
  return (
    <Suspense fallback={<Outline />}>
      <Step key={machine.state.step} {...machine} />
    </Suspense>
  )
}
