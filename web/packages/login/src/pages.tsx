import { useSessionState } from '@gatehouse/react'
import { type ComponentType, useEffect, useState } from 'react'
import { useLogin } from './context'
import { Failed } from './frame/failed'
import { Outline } from './frame/waiting'
import { LoginPage } from './login/login-page'
import { Success } from './login/success'
import { part } from './part'
import type { PageName } from './routes'

// Every page except the login page is loaded on demand.
const SignUpPage = part(() => import('./sign-up/sign-up-page'), 'SignUpPage')
const MagicLinkPage = part(() => import('./passwordless/magic-link-page'), 'MagicLinkPage')
const SocialPage = part(() => import('./social/social-page'), 'SocialPage')
const OidcPage = part(() => import('./sso/sso-page'), 'OidcPage')
const SamlPage = part(() => import('./sso/sso-page'), 'SamlPage')
const AfterSignIn = part(() => import('./passkeys/after-sign-in'), 'AfterSignIn')

export const PAGES: Record<PageName, ComponentType> = {
  loginUrl: () => <SignedOut page={LoginPage} />,
  magicLinkCallbackUrl: () => <SignedOut page={MagicLinkPage} />,
  oidcRedirectUrl: () => <FromProvider page={OidcPage} />,
  samlCallbackUrl: () => <FromProvider page={SamlPage} />,
  socialLoginCallbackUrl: () => <SignedOut page={SocialPage} />,
  consentUrl: part(() => import('./consent/consent-page'), 'ConsentPage'),
  stepUpUrl: part(() => import('./step-up/step-up-page'), 'StepUpPage'),
  logoutUrl: part(() => import('./logout/logout-page'), 'LogoutPage'),
  signUpUrl: SignUpGate,
  activateUrl: part(() => import('./activate/activate-page'), 'ActivatePage'),
  impersonateUrl: part(() => import('./impersonate/impersonate-page'), 'ImpersonatePage'),
  acceptInvitationUrl: part(() => import('./accept-invitation/accept-invitation-page'), 'AcceptInvitationPage'),
  forgotPasswordUrl: part(() => import('./forgot-password/forgot-password-page'), 'ForgotPasswordPage'),
  resetPasswordUrl: part(() => import('./reset-password/reset-password-page'), 'ResetPasswordPage'),
  resetPhoneNumberUrl: part(() => import('./reset-phone/reset-phone-page'), 'ResetPhonePage'),
  unlockUrl: part(() => import('./unlock/unlock-page'), 'UnlockPage'),
  endSessionUrl: part(() => import('./end-session/end-session-page'), 'EndSessionPage'),
  activateCodeUrl: part(() => import('./activate-code/activate-code-page'), 'ActivateCodePage'),
  invitationCodeUrl: part(() => import('./invitation-code/invitation-code-page'), 'InvitationCodePage'),
  openAppUrl: part(() => import('./open-app/open-app-page'), 'OpenAppPage'),
  approvalFlowUrl: part(() => import('./approval/approval-page'), 'ApprovalPage'),
}

/** Shows the page only to signed-out users. */
function SignedOut({ page: Page }: { readonly page: ComponentType }) {
  const state = useSessionState()
  const { isIn, settings } = useLogin()
  const isInNow = isIn(state)
  const [wasOut, setWasOut] = useState(false)
  if (state.status === 'loading') return <Outline />
  if (!isInNow && !wasOut) setWasOut(true)
  if (isInNow) return wasOut && (settings.passkeys || settings.quickSms) ? <AfterSignIn /> : <Success />
  return state.failure ? <Failed error={state.failure} /> : <Page />
}

/**
 * Test sign-ins run while the administrator is signed in and keep that session: the answer is sent to the server all
 * the same.
 */
function FromProvider({ page: Page }: { readonly page: ComponentType }) {
  const { search } = useLogin()
  const isTest = search.get('SAMLResponse') === 'tested' || search.get('state')?.startsWith('test.')
  return isTest ? <Page /> : <SignedOut page={Page} />
}

/** Shows sign-up if it is open, or if an invitation allows it. */
function SignUpGate() {
  const { settings, search, goTo } = useLogin()
  const isOpen = settings.allowSignups || search.has('invitationToken')
  useEffect(() => {
    if (!isOpen) goTo('loginUrl', { replace: true })
  }, [isOpen, goTo])
  return isOpen ? <SignUpPage /> : <Outline />
}
