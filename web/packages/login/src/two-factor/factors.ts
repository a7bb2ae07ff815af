import type { MfaDevices } from '@gatehouse/sdk'

/** An MFA method that uses a code. `to` is the masked destination. */
export type CodeFactor =
  | { readonly kind: 'authenticator' }
  | { readonly kind: 'sms'; readonly id: string; readonly to: string }
  | { readonly kind: 'email'; readonly to: string }

/** A security key, or the authenticator built into a device. */
export interface DeviceFactor {
  readonly kind: 'webauthn'
  readonly id: string
  readonly to: string
}

export type Factor = CodeFactor | DeviceFactor

export const isDevice = (factor: Factor): factor is DeviceFactor => factor.kind === 'webauthn'

export function listFactors(devices: Partial<MfaDevices> = {}): Factor[] {
  const { webauthn = [], authenticators = [], phones = [], emails = [] } = devices
  return [
    ...webauthn.map(({ id, name }) => ({ kind: 'webauthn', id, to: name ?? '' }) as const),
    // All authenticator apps share one code field: the server tries each.
    ...(authenticators.length > 0 ? [{ kind: 'authenticator' } as const] : []),
    ...phones.map(({ id, phoneNumber }) => ({ kind: 'sms', id, to: phoneNumber }) as const),
    ...emails.map(({ email }) => ({ kind: 'email', to: email }) as const),
  ]
}
