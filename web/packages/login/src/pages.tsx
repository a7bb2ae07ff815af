import { useSessionState } from '@gatehouse/react'
import { loadPart } from '@gatehouse/ui'
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { useLogin } from './context'
import { Failed } from './frame/failed'
import { Outline } from './frame/waiting'
import { LoginPage } from './login/login-page'
import { Success } from './login/success'
import type { PageName } from './routes'

/** Everything but the login page itself comes when it is opened. */
const page = <Name extends string>(load: () => Promise<{ readonly [Key in Name]: ComponentType }>, name: Name) =>
  lazy(async () => ({ default: (await loadPart(load))[name] }))

const SignUpPage = page(() => import('./sign-up/sign-up-page'), 'SignUpPage')
const MagicLinkPage = page(() => import('./passwordless/magic-link-page'), 'MagicLinkPage')
const SocialPage = page(() => import('./social/social-page'), 'SocialPage')
const OidcPage = page(() => import('./sso/sso-page'), 'OidcPage')
const SamlPage = page(() => import('./sso/sso-page'), 'SamlPage')
const AfterSignIn = page(() => import('./passkeys/after-sign-in'), 'AfterSignIn')

export const PAGES: Record<PageName, ComponentType> = {
  loginUrl: () => <SignedOut page={LoginPage} />,
  magicLinkCallbackUrl: () => <SignedOut page={MagicLinkPage} />,
  oidcRedirectUrl: () => <FromProvider page={OidcPage} />,
  samlCallbackUrl: () => <FromProvider page={SamlPage} />,
  socialLoginCallbackUrl: () => <SignedOut page={SocialPage} />,
  consentUrl: page(() => import('./consent/consent-page'), 'ConsentPage'),
  stepUpUrl: page(() => import('./step-up/step-up-page'), 'StepUpPage'),
  logoutUrl: page(() => import('./logout/logout-page'), 'LogoutPage'),
  signUpUrl: SignUpGate,
  activateUrl: page(() => import('./activate/activate-page'), 'ActivatePage'),
  impersonateUrl: page(() => import('./impersonate/impersonate-page'), 'ImpersonatePage'),
  acceptInvitationUrl: page(() => import('./accept-invitation/accept-invitation-page'), 'AcceptInvitationPage'),
  forgotPasswordUrl: page(() => import('./forgot-password/forgot-password-page'), 'ForgotPasswordPage'),
  resetPasswordUrl: page(() => import('./reset-password/reset-password-page'), 'ResetPasswordPage'),
  resetPhoneNumberUrl: page(() => import('./reset-phone/reset-phone-page'), 'ResetPhonePage'),
  unlockUrl: page(() => import('./unlock/unlock-page'), 'UnlockPage'),
  activateCodeUrl: page(() => import('./activate-code/activate-code-page'), 'ActivateCodePage'),
  invitationCodeUrl: page(() => import('./invitation-code/invitation-code-page'), 'InvitationCodePage'),
  openAppUrl: page(() => import('./open-app/open-app-page'), 'OpenAppPage'),
  approvalFlowUrl: page(() => import('./approval/approval-page'), 'ApprovalPage'),
}

/** Whoever is signed in already has nothing to do here. */
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

/** Whoever tests a connection is signed in already, and stays who they are: the answer goes to the server all the same. */
function FromProvider({ page: Page }: { readonly page: ComponentType }) {
  const { search } = useLogin()
  const isTest = search.get('SAMLResponse') === 'tested' || search.get('state')?.startsWith('test.')
  return isTest ? <Page /> : <SignedOut page={Page} />
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
