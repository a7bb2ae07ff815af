import { type ApiCall, type Body, post } from '../api-call'
import { authenticateDevice, registerDevice } from './device'

// Wire reference, "auth-mfa-login", "auth-webauthn" and "passkeys".
const MFA = '/identity/resources/auth/v1/user/mfa/webauthn'

export type DeviceType = Body<`${typeof MFA}/enroll/verify`>['deviceType']

type DevicePath = `${typeof MFA}/{device_id}`

/** Verifies a security key or built-in authenticator as an additional factor. */
export async function verifyDevice(call: ApiCall, id: string, mfaToken: string, rememberDevice: boolean) {
  const { webauthnToken, options } = await call<DevicePath, 'POST'>(`${MFA}/${id}`, post({ mfaToken }))
  const proof = await authenticateDevice(options)
  return call<`${DevicePath}/verify`, 'POST'>(
    `${MFA}/${id}/verify`,
    post({ mfaToken, webauthnToken, options: proof, rememberDevice }),
  )
}

/** Enrolls a security key or built-in authenticator during sign-in. */
export async function enrollDevice(call: ApiCall, deviceType: DeviceType, mfaToken: string) {
  const { webauthnToken, options } = await call(`${MFA}/enroll`, post({ mfaToken, deviceType }))
  const made = await registerDevice(options)
  return call(
    `${MFA}/enroll/verify`,
    post({ mfaToken, webauthnToken, deviceType, options: { ...made, deviceType }, rememberDevice: false }),
  )
}
