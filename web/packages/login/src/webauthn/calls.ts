import type { Call, LoginAnswer } from '@gatehouse/sdk'
import { authenticateDevice, type CreationOptions, type RequestOptions, registerDevice } from './device'

// Wire reference, "auth-mfa-login", "auth-webauthn" and "passkeys".
const MFA = '/identity/resources/auth/v1/user/mfa/webauthn'
const post = (body: unknown) => ({ method: 'POST', body }) as const

export type DeviceType = 'Platform' | 'CrossPlatform'

interface DeviceChallenge<Options> {
  readonly webauthnToken: string
  readonly options: Options
}

/** Verifies a security key or built-in authenticator as the second factor. */
export async function verifyDevice(call: Call, id: string, mfaToken: string, rememberDevice: boolean) {
  const { webauthnToken, options } = await call<DeviceChallenge<RequestOptions>>(`${MFA}/${id}`, post({ mfaToken }))
  const proof = await authenticateDevice(options)
  return call<LoginAnswer>(`${MFA}/${id}/verify`, post({ mfaToken, webauthnToken, options: proof, rememberDevice }))
}

/** Enrolls a security key or built-in authenticator during sign-in. */
export async function enrollDevice(call: Call, deviceType: DeviceType, mfaToken: string) {
  const { webauthnToken, options } = await call<DeviceChallenge<CreationOptions>>(
    `${MFA}/enroll`,
    post({ mfaToken, deviceType }),
  )
  const made = await registerDevice(options)
  return call<LoginAnswer>(
    `${MFA}/enroll/verify`,
    post({ mfaToken, webauthnToken, deviceType, options: { ...made, deviceType }, rememberDevice: false }),
  )
}
