import { useSessionState } from '@gatehouse/react'
import { type ComponentType, lazy, useEffect } from 'react'
import { useLogin } from './context'
import { Failed } from './frame/Failed'
import { Outline } from './frame/Waiting'
import { LoginPage } from './login/LoginPage'
import { Success } from './login/Success'
import type { PageName } from './routes'

// Everything but the login page itself comes when it is opened.
const SignUpPage = lazy(() => import('./sign-up/SignUpPage').then((module) => ({ default: module.SignUpPage })))
const ActivatePage = lazy(() => import('./activate/ActivatePage').then((module) => ({ default: module.ActivatePage })))
const ForgotPasswordPage = lazy(() =>
  import('./forgot-password/ForgotPasswordPage').then((module) => ({ default: module.ForgotPasswordPage })),
)
const ResetPasswordPage = lazy(() =>
  import('./reset-password/ResetPasswordPage').then((module) => ({ default: module.ResetPasswordPage })),
)
const AcceptInvitationPage = lazy(() =>
  import('./accept-invitation/AcceptInvitationPage').then((module) => ({ default: module.AcceptInvitationPage })),
)
const LogoutPage = lazy(() => import('./logout/LogoutPage').then((module) => ({ default: module.LogoutPage })))

export const PAGES: Record<PageName, ComponentType> = {
  loginUrl: LoginGate,
  logoutUrl: LogoutPage,
  signUpUrl: SignUpGate,
  activateUrl: ActivatePage,
  acceptInvitationUrl: AcceptInvitationPage,
  forgotPasswordUrl: ForgotPasswordPage,
  resetPasswordUrl: ResetPasswordPage,
}

/** Whoever is signed in already has nothing to do here. */
function LoginGate() {
  const state = useSessionState()
  if (state.status === 'loading') return <Outline />
  if (state.status === 'authenticated') return <Success />
  return state.failure ? <Failed error={state.failure} /> : <LoginPage />
}

/** Where sign-ups are closed, an invitation still opens them. */
function SignUpGate() {
  const { settings, search, goTo } = useLogin()
  const isOpen = settings.allowSignups || search.has('invitationToken')
  useEffect(() => {
    if (!isOpen) goTo('loginUrl', { replace: true })
  }, [isOpen, goTo])
  return isOpen ? <SignUpPage /> : <Outline />
}
