import type { Call } from '@gatehouse/sdk'
import { loadSocialProviders, type SocialProvider } from './social/providers'

export interface Vendor {
  readonly name?: string
  readonly logo?: string
  /** Hides "Secured by Gatehouse". */
  readonly whiteLabelMode?: boolean
}

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

interface AuthStrategies {
  readonly secondaryAuthStrategies?: readonly { readonly strategy: string; readonly isActive: boolean }[]
}

interface PublicConfiguration {
  readonly authStrategy?: string
  readonly allowSignups?: boolean
}

export async function loadSettings(call: Call): Promise<LoginSettings> {
  const loadOptional = <T>(path: string) =>
    call<Partial<T>>(path).catch((error: unknown): Partial<T> => {
      console.warn(`Going on without ${path}:`, error)
      return {}
    })
  const [vendor, configuration, sso, social, strategies] = await Promise.all([
    loadOptional<Vendor>('/vendors/public'),
    loadOptional<PublicConfiguration>('/identity/resources/configurations/v1/public'),
    loadOptional<{ isActive: boolean }>('/team/resources/sso/v2/configurations/public'),
    loadSocialProviders(call),
    loadOptional<AuthStrategies>('/identity/resources/configurations/v1/auth/strategies/public'),
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
