import type { Steps } from '../flow/flow'
import { lazyChunk } from '../lazy-chunk'
import { defineStep, type LoginFacts } from './facts'
import { LoginWithPassword } from './login-with-password'
import { PreLogin } from './pre-login'
import { Success } from './success'

// Loaded on demand: most sign-ins do not need these.
const LoginWithTwoFactor = lazyChunk(() => import('../two-factor/login-with-two-factor'), 'LoginWithTwoFactor')
const VerifyTwoFactor = lazyChunk(() => import('../two-factor/verify-two-factor'), 'VerifyTwoFactor')
const VerifyDevice = lazyChunk(() => import('../two-factor/verify-device'), 'VerifyDevice')
const RecoverTwoFactor = lazyChunk(() => import('../two-factor/recover-two-factor'), 'RecoverTwoFactor')
const ForceTwoFactor = lazyChunk(() => import('../two-factor/force-two-factor'), 'ForceTwoFactor')
const EnrollAuthenticator = lazyChunk(() => import('../two-factor/enroll-authenticator'), 'EnrollAuthenticator')
const EnrollPhone = lazyChunk(() => import('../two-factor/enroll-phone'), 'EnrollPhone')
const ConfirmPhone = lazyChunk(() => import('../two-factor/enroll-phone'), 'ConfirmPhone')
const EnrollEmail = lazyChunk(() => import('../two-factor/enroll-email'), 'EnrollEmail')
const EnrollPlatform = lazyChunk(() => import('../two-factor/enroll-device'), 'EnrollPlatform')
const EnrollSecurityKey = lazyChunk(() => import('../two-factor/enroll-device'), 'EnrollSecurityKey')
const SaveRecoveryCode = lazyChunk(() => import('../two-factor/save-recovery-code'), 'SaveRecoveryCode')
const LoginWithOtc = lazyChunk(() => import('../passwordless/login-with-otc'), 'LoginWithOtc')
const LoginWithQuickSmsOtc = lazyChunk(() => import('../quick-login/login-with-quick-sms-otc'), 'LoginWithQuickSmsOtc')
const LoginWithSmsOtc = lazyChunk(() => import('../passwordless/login-with-sms-otc'), 'LoginWithSmsOtc')
const MagicLinkSent = lazyChunk(() => import('../passwordless/magic-link-sent'), 'MagicLinkSent')
const RedirectToSSO = lazyChunk(() => import('../sso/redirect-to-sso'), 'RedirectToSSO')
const NoLocalAuthentication = lazyChunk(() => import('./no-local-authentication'), 'NoLocalAuthentication')
const BreachedPassword = lazyChunk(() => import('./breached-password'), 'BreachedPassword')
const BreachedPasswordSuccess = lazyChunk(() => import('./breached-password'), 'BreachedPasswordSuccess')
const ReplacePassword = lazyChunk(() => import('./replace-password'), 'ReplacePassword')

/** The sign-in steps (spec §4) by their name in the history, with their component and required facts. */
export const STEPS: Steps<LoginFacts> = {
  preLogin: defineStep(PreLogin),
  loginWithPassword: defineStep(LoginWithPassword, 'email'),
  loginWithOtc: defineStep(LoginWithOtc, 'email'),
  loginWithSmsOtc: defineStep(LoginWithSmsOtc, 'email'),
  loginWithQuickSmsOtc: defineStep(LoginWithQuickSmsOtc, 'quickUserId'),
  magicLinkPreLoginSuccess: defineStep(MagicLinkSent, 'email'),
  noLocalAuthentication: defineStep(NoLocalAuthentication, 'email'),
  redirectToSSO: defineStep(RedirectToSSO, 'email', 'address'),
  loginWithTwoFactor: defineStep(LoginWithTwoFactor, 'challenge'),
  verifyTwoFactor: defineStep(VerifyTwoFactor, 'challenge', 'factor'),
  recoverTwoFactor: defineStep(RecoverTwoFactor, 'email', 'challenge'),
  verifyDevice: defineStep(VerifyDevice, 'challenge', 'device'),
  forceTwoFactor: defineStep(ForceTwoFactor, 'challenge'),
  enrollAuthenticator: defineStep(EnrollAuthenticator, 'challenge'),
  enrollPhone: defineStep(EnrollPhone, 'challenge'),
  confirmPhone: defineStep(ConfirmPhone, 'challenge', 'phone'),
  enrollEmail: defineStep(EnrollEmail, 'challenge'),
  enrollPlatform: defineStep(EnrollPlatform, 'challenge'),
  enrollSecurityKey: defineStep(EnrollSecurityKey, 'challenge'),
  recoveryCode: defineStep(SaveRecoveryCode, 'enrolled'),
  breachedPassword: defineStep(BreachedPassword, 'email'),
  breachedPasswordSuccess: defineStep(BreachedPasswordSuccess, 'email'),
  replacePassword: defineStep(ReplacePassword, 'link'),
  success: defineStep(Success, 'loginAnswer'),
}
