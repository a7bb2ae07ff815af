import type { Call, LoginAnswer } from '@gatehouse/sdk'
import { askDevice, type CreationOptions, type RequestOptions, registerDevice } from '../webauthn/device'

// Wire reference, "auth-webauthn" and "passkeys". The server binds what it asks to this browser by a cookie.
const AUTH = '/identity/resources/auth/v1/webauthn'
const DEVICES = '/identity/resources/users/webauthn/v1/devices'
const post = (body: unknown, token?: string) => ({ method: 'POST', body, ...(token && { token }) }) as const

/** `autofill`: the browser offers passkeys in the email's field, and this waits until one is taken. */
export async function signInWithPasskey(call: Call, invitationToken: string | null, autofill = false) {
  const { options } = await call<{ options: RequestOptions }>(`${AUTH}/prelogin`, post({}))
  const proof = await askDevice(options, autofill)
  return call<LoginAnswer>(`${AUTH}/postlogin`, post({ ...proof, ...(invitationToken && { invitationToken }) }))
}

export const countPasskeys = async (call: Call, token: string): Promise<number> =>
  (await call<{ devices: readonly unknown[] }>(DEVICES, { token })).devices.length

export async function makePasskey(call: Call, token: string): Promise<void> {
  const { options } = await call<{ options: CreationOptions }>(DEVICES, post({}, token))
  await call(`${DEVICES}/verify`, post(await registerDevice(options), token))
}
