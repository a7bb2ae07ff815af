import type { Answer, ApiCall, Path } from './api-call'
import { loadSocialProviders, type SocialProvider } from './social/providers'

/** `whiteLabelMode` hides "Secured by Gatehouse". */
export type Vendor = Partial<Answer<'/vendors/public'>>

/** The sign-in methods that the vendor offers. A setting that cannot be loaded is omitted: the form still works. */
export interface LoginSettings {
  readonly vendor: Vendor
  readonly authStrategy?: string
  readonly allowSignups: boolean
  readonly ssoActive: boolean
  /** The enabled social providers. */
  readonly social: readonly SocialProvider[]
  /** Passkey sign-in is enabled, and this browser supports it. */
  readonly passkeys: boolean
  /** Remembered users can sign in with a code by text message. */
  readonly quickSms: boolean
}

export async function loadSettings(call: ApiCall): Promise<LoginSettings> {
  const loadOptional = <P extends Path>(path: P): Promise<Partial<Answer<P>>> =>
    call(path).catch((error: unknown): Partial<Answer<P>> => {
      console.warn(`Going on without ${path}:`, error)
      return {}
    })
  const [vendor, configuration, sso, social, strategies] = await Promise.all([
    loadOptional('/vendors/public'),
    loadOptional('/identity/resources/configurations/v1/public'),
    loadOptional('/team/resources/sso/v2/configurations/public'),
    loadSocialProviders(call),
    loadOptional('/identity/resources/configurations/v1/auth/strategies/public'),
  ])
  const isOffered = (wanted: string) =>
    strategies.secondaryAuthStrategies?.some(({ strategy, isActive }) => strategy === wanted && isActive) === true
  return {
    vendor,
    ...(configuration.authStrategy && { authStrategy: configuration.authStrategy }),
    allowSignups: configuration.allowSignups === true,
    ssoActive: sso.isActive === true,
    social,
    passkeys: supportsPasskeys() && isOffered('Passkeys'),
    quickSms: configuration.authStrategy !== 'SmsCode' && isOffered('SmsCode'),
  }
}

/** Only social sign-in is available: no local authentication and no single sign-on. */
export function isSocialOnly({ authStrategy, ssoActive, social }: LoginSettings): boolean {
  return authStrategy === 'NoLocalAuthentication' && !ssoActive && social.length > 0
}

const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** The email is asked for first unless every user signs in with a password. */
export function isEmailFirst({ ssoActive, authStrategy }: LoginSettings): boolean {
  return ssoActive || authStrategy !== 'EmailAndPassword'
}
