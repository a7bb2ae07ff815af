import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { MfaDevices, MfaStrategy } from '../../wire'

export const FACTORS = ['mfa-devices']

export const factorsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: FACTORS,
    queryFn: async ({ signal }) =>
      factorsOf(await unwrap(api.GET('/identity/resources/users/v1/mfa/devices', { signal }))),
  })

export const offeredQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['mfa-strategies'],
    queryFn: async ({ signal }) => {
      const path = '/identity/resources/configurations/v1/mfa/strategies'
      const { strategies } = await unwrap(api.GET(path, { signal }))
      return strategies.filter(({ isActive }) => isActive).map(({ strategy }) => strategy)
    },
  })

/** Something that the person shows besides, whichever kind it is. */
export interface Factor {
  readonly kind: MfaStrategy
  /** Empty for codes by mail, of which there is one. */
  readonly id: string
  /** As the person knows it. */
  readonly name?: string
}

type KeyKind = 'WebAuthnPlatform' | 'WebAuthnCrossPlatform'

/** Shown by a code, which was sent or which an app shows. */
export type CodeKind = Exclude<MfaStrategy, KeyKind>

export const isKey = (kind: MfaStrategy): kind is KeyKind =>
  kind === 'WebAuthnPlatform' || kind === 'WebAuthnCrossPlatform'

export function factorsOf({ authenticators = [], webauthn = [], phones = [], emails = [] }: MfaDevices): Factor[] {
  return [
    ...authenticators.map(({ id }) => ({ kind: 'AuthenticatorApp', id }) as const),
    ...webauthn.map(({ id, deviceType }) => ({ kind: `WebAuthn${deviceType}`, id }) as const),
    ...phones.map(({ id, phoneNumber }) => ({ kind: 'SMS', id, name: phoneNumber }) as const),
    ...emails.map(({ email }) => ({ kind: 'EmailCode', id: '', name: email }) as const),
  ]
}
