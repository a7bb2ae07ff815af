import { ApiError } from '@gatehouse/api'
import type { Call, LoginAnswer } from '@gatehouse/sdk'
import {
  type AuthenticationResponseJSON,
  type CreationOptions,
  type RequestOptions,
  registerDevice,
  signalUnknownCredential,
} from '../webauthn/device'

// Wire reference, "auth-webauthn" and "passkeys". The server binds challenges to this browser by a cookie.
const AUTH = '/identity/resources/auth/v1/webauthn'
const DEVICES = '/identity/resources/users/webauthn/v1/devices'
const post = (body: unknown, token?: string) => ({ method: 'POST', body, ...(token && { token }) }) as const

/** Requests a challenge for any passkey of this site. It is valid for five minutes. */
export const beginPasskeySignIn = async (call: Call): Promise<RequestOptions> =>
  (await call<{ options: RequestOptions }>(`${AUTH}/prelogin`, post({}))).options

export async function finishPasskeySignIn(
  call: Call,
  proof: AuthenticationResponseJSON,
  invitationToken: string | null,
): Promise<LoginAnswer> {
  try {
    return await call<LoginAnswer>(`${AUTH}/postlogin`, post({ ...proof, ...(invitationToken && { invitationToken }) }))
  } catch (error) {
    if (error instanceof ApiError) signalUnknownCredential(error.context.unknownCredential)
    throw error
  }
}

export const countPasskeys = async (call: Call, token: string): Promise<number> =>
  (await call<{ devices: readonly unknown[] }>(DEVICES, { token })).devices.length

export async function createPasskey(call: Call, token: string): Promise<void> {
  const { options } = await call<{ options: CreationOptions }>(DEVICES, post({}, token))
  await call(`${DEVICES}/verify`, post(await registerDevice(options), token))
}
