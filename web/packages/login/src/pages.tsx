import { useSessionState } from '@gatehouse/react'
import { type ComponentType, useEffect, useState } from 'react'
import { useLogin } from './context'
import { LoadError } from './frame/load-error'
import { CardSkeleton } from './frame/loading-card'
import { lazyChunk } from './lazy-chunk'
import { LoginPage } from './login/login-page'
import { Success } from './login/success'
import type { PageName } from './routes'

// Every page except the login page is loaded on demand.
const SignUpPage = lazyChunk(() => import('./sign-up/sign-up-page'), 'SignUpPage')
const MagicLinkPage = lazyChunk(() => import('./passwordless/magic-link-page'), 'MagicLinkPage')
const SocialPage = lazyChunk(() => import('./social/social-page'), 'SocialPage')
const OidcPage = lazyChunk(() => import('./sso/sso-page'), 'OidcPage')
const SamlPage = lazyChunk(() => import('./sso/sso-page'), 'SamlPage')
const AfterSignIn = lazyChunk(() => import('./passkeys/after-sign-in'), 'AfterSignIn')

export const PAGES: Record<PageName, ComponentType> = {
  loginUrl: () => <SignedOutOnly page={LoginPage} />,
  magicLinkCallbackUrl: () => <SignedOutOnly page={MagicLinkPage} />,
  oidcRedirectUrl: () => <ProviderCallback page={OidcPage} />,
  samlCallbackUrl: () => <ProviderCallback page={SamlPage} />,
  socialLoginCallbackUrl: () => <SignedOutOnly page={SocialPage} />,
  consentUrl: lazyChunk(() => import('./consent/consent-page'), 'ConsentPage'),
  stepUpUrl: lazyChunk(() => import('./step-up/step-up-page'), 'StepUpPage'),
  logoutUrl: lazyChunk(() => import('./logout/logout-page'), 'LogoutPage'),
  signUpUrl: SignUpGate,
  activateUrl: lazyChunk(() => import('./activate/activate-page'), 'ActivatePage'),
  impersonateUrl: lazyChunk(() => import('./impersonate/impersonate-page'), 'ImpersonatePage'),
  acceptInvitationUrl: lazyChunk(() => import('./accept-invitation/accept-invitation-page'), 'AcceptInvitationPage'),
  forgotPasswordUrl: lazyChunk(() => import('./forgot-password/forgot-password-page'), 'ForgotPasswordPage'),
  resetPasswordUrl: lazyChunk(() => import('./reset-password/reset-password-page'), 'ResetPasswordPage'),
  resetPhoneNumberUrl: lazyChunk(() => import('./reset-phone/reset-phone-page'), 'ResetPhonePage'),
  unlockUrl: lazyChunk(() => import('./unlock/unlock-page'), 'UnlockPage'),
  endSessionUrl: lazyChunk(() => import('./end-session/end-session-page'), 'EndSessionPage'),
  activateCodeUrl: lazyChunk(() => import('./activate-code/activate-code-page'), 'ActivateCodePage'),
  invitationCodeUrl: lazyChunk(() => import('./invitation-code/invitation-code-page'), 'InvitationCodePage'),
  openAppUrl: lazyChunk(() => import('./open-app/open-app-page'), 'OpenAppPage'),
  approvalFlowUrl: lazyChunk(() => import('./approval/approval-page'), 'ApprovalPage'),
}

/** Shows the page only to signed-out users. */
function SignedOutOnly({ page: Page }: { readonly page: ComponentType }) {
  const state = useSessionState()
  const { isSignedIn, settings } = useLogin()
  const isInNow = isSignedIn(state)
  const [wasOut, setWasOut] = useState(false)
  if (state.status === 'loading') return <CardSkeleton />
  if (!isInNow && !wasOut) setWasOut(true)
  if (isInNow) return wasOut && (settings.passkeys || settings.quickSms) ? <AfterSignIn /> : <Success />
  return state.failure ? <LoadError error={state.failure} /> : <Page />
}

/**
 * Test sign-ins run while the administrator is signed in and keep that session: the answer is sent to the server all
 * the same.
 */
function ProviderCallback({ page: Page }: { readonly page: ComponentType }) {
  const { search } = useLogin()
  const isTest = search.get('SAMLResponse') === 'tested' || search.get('state')?.startsWith('test.')
  return isTest ? <Page /> : <SignedOutOnly page={Page} />
}

/** Shows sign-up if it is open, or if an invitation allows it. */
function SignUpGate() {
  const { settings, search, goTo } = useLogin()
  const isOpen = settings.allowSignups || search.has('invitationToken')
  useEffect(() => {
    if (!isOpen) goTo('loginUrl', { replace: true })
  }, [isOpen, goTo])
  return isOpen ? <SignUpPage /> : <CardSkeleton />
}
