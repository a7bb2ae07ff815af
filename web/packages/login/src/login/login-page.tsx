import { type ComponentType, lazy, Suspense } from 'react'
import { Outline } from '../frame/waiting'
import { LoginWithPassword } from './login-with-password'
import type { LoginStep } from './machine'
import { PreLogin } from './pre-login'
import { RedirectToSSO } from './redirect-to-sso'
import { Success } from './success'
import { type StepProps, useLoginMachine } from './use-login-machine'

// Most people sign in without these.
const LoginWithTwoFactor = lazy(() =>
  import('../two-factor/login-with-two-factor').then((module) => ({ default: module.LoginWithTwoFactor })),
)
const RecoverTwoFactor = lazy(() =>
  import('../two-factor/recover-two-factor').then((module) => ({ default: module.RecoverTwoFactor })),
)
const ForceTwoFactor = lazy(() =>
  import('../two-factor/force-two-factor').then((module) => ({ default: module.ForceTwoFactor })),
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
