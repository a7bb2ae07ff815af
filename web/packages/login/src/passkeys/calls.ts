import { ApiError } from '@gatehouse/api'
import { type Answer, type ApiCall, post } from '../api-call'
import { type AuthenticationResponseJSON, registerDevice, signalUnknownCredential } from '../webauthn/device'

// Wire reference, "auth-webauthn" and "passkeys". The server binds challenges to this browser by a cookie.
const AUTH = '/identity/resources/auth/v1/webauthn'
const DEVICES = '/identity/resources/users/webauthn/v1/devices'

/** Requests a challenge for any passkey of this site. It is valid for five minutes. */
export const beginPasskeySignIn = async (call: ApiCall) => (await call(`${AUTH}/prelogin`, post({}))).options

export async function finishPasskeySignIn(
  call: ApiCall,
  proof: AuthenticationResponseJSON,
  invitationToken: string | null,
): Promise<Answer<`${typeof AUTH}/postlogin`, 'POST'>> {
  try {
    return await call(`${AUTH}/postlogin`, post({ ...proof, ...(invitationToken && { invitationToken }) }))
  } catch (error) {
    if (error instanceof ApiError) signalUnknownCredential(error.context.unknownCredential)
    throw error
  }
}

export const countPasskeys = async (call: ApiCall, token: string): Promise<number> =>
  (await call(DEVICES, { token })).devices.length

export async function createPasskey(call: ApiCall, token: string): Promise<void> {
  const { options } = await call(DEVICES, post({}, token))
  await call(`${DEVICES}/verify`, post(await registerDevice(options), token))
}
