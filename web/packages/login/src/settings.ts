import type { Call } from '@gatehouse/sdk'
import { loadSocial, type SocialProvider } from './social/providers'

export interface Vendor {
  readonly name?: string
  readonly logo?: string
  /** Hides the line that names Gatehouse. */
  readonly whiteLabelMode?: boolean
}

/** Which ways in the vendor offers. Whatever cannot be read is left out: the form still works. */
export interface LoginSettings {
  readonly vendor: Vendor
  readonly authStrategy?: string
  readonly allowSignups: boolean
  readonly ssoActive: boolean
  /** Where people may have an account that signs them in. */
  readonly social: readonly SocialProvider[]
  /** People may sign in with a passkey instead, and this browser can. */
  readonly passkeys: boolean
  /** People whom a browser remembers may have a code texted. */
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
  const orNothing = <T>(path: string) =>
    call<Partial<T>>(path).catch((error: unknown): Partial<T> => {
      console.warn(`Going on without ${path}:`, error)
      return {}
    })
  const [vendor, configuration, sso, social, strategies] = await Promise.all([
    orNothing<Vendor>('/vendors/public'),
    orNothing<PublicConfiguration>('/identity/resources/configurations/v1/public'),
    orNothing<{ isActive: boolean }>('/team/resources/sso/v2/configurations/public'),
    loadSocial(call),
    orNothing<AuthStrategies>('/identity/resources/configurations/v1/auth/strategies/public'),
  ])
  const offers = (wanted: string) =>
    strategies.secondaryAuthStrategies?.some(({ strategy, isActive }) => strategy === wanted && isActive) === true
  return {
    vendor,
    ...(configuration.authStrategy && { authStrategy: configuration.authStrategy }),
    allowSignups: configuration.allowSignups === true,
    ssoActive: sso.isActive === true,
    social,
    passkeys: knowsPasskeys() && offers('Passkeys'),
    quickSms: configuration.authStrategy !== 'SmsCode' && offers('SmsCode'),
  }
}

/** Nothing to type: no sign-in of the product's own, and no company's that an address would lead to. */
export function isSocialOnly({ authStrategy, ssoActive, social }: LoginSettings): boolean {
  return authStrategy === 'NoLocalAuthentication' && !ssoActive && social.length > 0
}

const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Email and password stand on one card only when nothing but a password can follow the email. */
export function asksEmailFirst({ ssoActive, authStrategy }: LoginSettings): boolean {
  return ssoActive || authStrategy !== 'EmailAndPassword'
}
