import type { Steps } from '../flow/flow'
import { part } from '../part'
import { type Facts, step } from './facts'
import { LoginWithPassword } from './login-with-password'
import { PreLogin } from './pre-login'
import { Success } from './success'

// Loaded on demand: most sign-ins do not need these.
const LoginWithTwoFactor = part(() => import('../two-factor/login-with-two-factor'), 'LoginWithTwoFactor')
const VerifyTwoFactor = part(() => import('../two-factor/verify-two-factor'), 'VerifyTwoFactor')
const VerifyDevice = part(() => import('../two-factor/verify-device'), 'VerifyDevice')
const RecoverTwoFactor = part(() => import('../two-factor/recover-two-factor'), 'RecoverTwoFactor')
const ForceTwoFactor = part(() => import('../two-factor/force-two-factor'), 'ForceTwoFactor')
const EnrollAuthenticator = part(() => import('../two-factor/enroll-authenticator'), 'EnrollAuthenticator')
const EnrollPhone = part(() => import('../two-factor/enroll-phone'), 'EnrollPhone')
const ConfirmPhone = part(() => import('../two-factor/enroll-phone'), 'ConfirmPhone')
const EnrollEmail = part(() => import('../two-factor/enroll-email'), 'EnrollEmail')
const EnrollPlatform = part(() => import('../two-factor/enroll-device'), 'EnrollPlatform')
const EnrollSecurityKey = part(() => import('../two-factor/enroll-device'), 'EnrollSecurityKey')
const SaveRecoveryCode = part(() => import('../two-factor/save-recovery-code'), 'SaveRecoveryCode')
const LoginWithOtc = part(() => import('../passwordless/login-with-otc'), 'LoginWithOtc')
const LoginWithQuickSmsOtc = part(() => import('../quick-login/login-with-quick-sms-otc'), 'LoginWithQuickSmsOtc')
const LoginWithSmsOtc = part(() => import('../passwordless/login-with-sms-otc'), 'LoginWithSmsOtc')
const MagicLinkSent = part(() => import('../passwordless/magic-link-sent'), 'MagicLinkSent')
const RedirectToSSO = part(() => import('../sso/redirect-to-sso'), 'RedirectToSSO')
const NoLocalAuthentication = part(() => import('./no-local-authentication'), 'NoLocalAuthentication')
const BreachedPassword = part(() => import('./breached-password'), 'BreachedPassword')
const BreachedPasswordSuccess = part(() => import('./breached-password'), 'BreachedPasswordSuccess')
const ReplacePassword = part(() => import('./replace-password'), 'ReplacePassword')

/** The sign-in steps (spec §4) by their name in the history, with their component and required facts. */
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
