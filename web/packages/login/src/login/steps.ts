import { loadPart } from '@gatehouse/ui'
import { lazy } from 'react'
import type { Steps } from '../flow/flow'
import { type Facts, step } from './facts'
import { LoginWithPassword } from './login-with-password'
import { PreLogin } from './pre-login'
import { Success } from './success'

// Most people sign in without these.
const LoginWithTwoFactor = lazy(() =>
  loadPart(() => import('../two-factor/login-with-two-factor')).then((module) => ({
    default: module.LoginWithTwoFactor,
  })),
)
const VerifyTwoFactor = lazy(() =>
  loadPart(() => import('../two-factor/verify-two-factor')).then((module) => ({ default: module.VerifyTwoFactor })),
)
const VerifyDevice = lazy(() =>
  loadPart(() => import('../two-factor/verify-device')).then((module) => ({ default: module.VerifyDevice })),
)
const RecoverTwoFactor = lazy(() =>
  loadPart(() => import('../two-factor/recover-two-factor')).then((module) => ({ default: module.RecoverTwoFactor })),
)
const ForceTwoFactor = lazy(() =>
  loadPart(() => import('../two-factor/force-two-factor')).then((module) => ({ default: module.ForceTwoFactor })),
)
const EnrollAuthenticator = lazy(() =>
  loadPart(() => import('../two-factor/enroll-authenticator')).then((module) => ({
    default: module.EnrollAuthenticator,
  })),
)
const EnrollPhone = lazy(() =>
  loadPart(() => import('../two-factor/enroll-phone')).then((module) => ({ default: module.EnrollPhone })),
)
const ConfirmPhone = lazy(() =>
  loadPart(() => import('../two-factor/enroll-phone')).then((module) => ({ default: module.ConfirmPhone })),
)
const EnrollEmail = lazy(() =>
  loadPart(() => import('../two-factor/enroll-email')).then((module) => ({ default: module.EnrollEmail })),
)
const EnrollPlatform = lazy(() =>
  loadPart(() => import('../two-factor/enroll-device')).then((module) => ({ default: module.EnrollPlatform })),
)
const EnrollSecurityKey = lazy(() =>
  loadPart(() => import('../two-factor/enroll-device')).then((module) => ({ default: module.EnrollSecurityKey })),
)
const SaveRecoveryCode = lazy(() =>
  loadPart(() => import('../two-factor/save-recovery-code')).then((module) => ({ default: module.SaveRecoveryCode })),
)
const LoginWithOtc = lazy(() =>
  loadPart(() => import('../passwordless/login-with-otc')).then((module) => ({ default: module.LoginWithOtc })),
)
const LoginWithQuickSmsOtc = lazy(() =>
  loadPart(() => import('../quick-login/login-with-quick-sms-otc')).then((module) => ({
    default: module.LoginWithQuickSmsOtc,
  })),
)
const LoginWithSmsOtc = lazy(() =>
  loadPart(() => import('../passwordless/login-with-sms-otc')).then((module) => ({ default: module.LoginWithSmsOtc })),
)
const MagicLinkSent = lazy(() =>
  loadPart(() => import('../passwordless/magic-link-sent')).then((module) => ({ default: module.MagicLinkSent })),
)
const RedirectToSSO = lazy(() =>
  loadPart(() => import('../sso/redirect-to-sso')).then((module) => ({ default: module.RedirectToSSO })),
)
const NoLocalAuthentication = lazy(() =>
  loadPart(() => import('./no-local-authentication')).then((module) => ({ default: module.NoLocalAuthentication })),
)
const BreachedPassword = lazy(() =>
  loadPart(() => import('./breached-password')).then((module) => ({ default: module.BreachedPassword })),
)
const BreachedPasswordSuccess = lazy(() =>
  loadPart(() => import('./breached-password')).then((module) => ({ default: module.BreachedPasswordSuccess })),
)
const ReplacePassword = lazy(() =>
  loadPart(() => import('./replace-password')).then((module) => ({ default: module.ReplacePassword })),
)

/** The steps of signing in (spec §4): the name in history, what stands there, and the facts that it takes. */
export const STEPS: Steps<Facts> = {
  preLogin: step(PreLogin),
  loginWithPassword: step(LoginWithPassword, 'email'),
  loginWithOtc: step(LoginWithOtc, 'email'),
  loginWithSmsOtc: step(LoginWithSmsOtc, 'email'),
  loginWithQuickSmsOtc: step(LoginWithQuickSmsOtc, 'remembered'),
  magicLinkPreLoginSuccess: step(MagicLinkSent, 'email'),
  noLocalAuthentication: step(NoLocalAuthentication, 'email'),
  redirectToSSO: step(RedirectToSSO, 'email', 'address'),
  loginWithTwoFactor: step(LoginWithTwoFactor, 'challenge'),
  verifyTwoFactor: step(VerifyTwoFactor, 'challenge', 'factor'),
  recoverTwoFactor: step(RecoverTwoFactor, 'email', 'challenge'),
  verifyDevice: step(VerifyDevice, 'challenge', 'device'),
  forceTwoFactor: step(ForceTwoFactor, 'challenge'),
  enrollAuthenticator: step(EnrollAuthenticator, 'challenge'),
  enrollPhone: step(EnrollPhone, 'challenge'),
  confirmPhone: step(ConfirmPhone, 'challenge', 'phone'),
  enrollEmail: step(EnrollEmail, 'challenge'),
  enrollPlatform: step(EnrollPlatform, 'challenge'),
  enrollSecurityKey: step(EnrollSecurityKey, 'challenge'),
  recoveryCode: step(SaveRecoveryCode, 'enrolled'),
  breachedPassword: step(BreachedPassword, 'email'),
  breachedPasswordSuccess: step(BreachedPasswordSuccess, 'email'),
  replacePassword: step(ReplacePassword, 'link'),
  success: step(Success, 'welcome'),
}
