import { loadChunk } from '@gatehouse/ui'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  RegistrationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser'
import type { Body } from '../api-call'

export type { AuthenticationResponseJSON }

/** Browsers may omit `transports`, which has a default. */
type NewDevice = RegistrationResponseJSON & Body<'/identity/resources/users/webauthn/v1/devices/verify'>

/** The options of a challenge, which the browser interprets (WebAuthn §5.1); the API does not describe their fields. */
export type DeviceOptions = Readonly<Record<string, unknown>>

/** The user closed the browser's prompt, or it timed out. */
export class DeviceCanceledError extends Error {}

/** Loaded on demand: most users never need it. */
const loadLibrary = () => loadChunk(() => import('@simplewebauthn/browser'))

/** Asks for an assertion of a passkey or security key. */
export async function authenticateDevice(
  options: DeviceOptions,
  autofill = false,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await loadLibrary()
  return withCancellation(
    startAuthentication({ optionsJSON: options as object as RequestOptions, useBrowserAutofill: autofill }),
  )
}

export async function registerDevice(options: DeviceOptions): Promise<NewDevice> {
  const { startRegistration } = await loadLibrary()
  return withCancellation(
    startRegistration({ optionsJSON: options as object as CreationOptions }),
  ) as Promise<NewDevice>
}

/** Whether the browser can offer passkeys as autofill. */
export async function supportsAutofill(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await loadLibrary()
  return browserSupportsWebAuthnAutofill()
}

/** Cancels a running `authenticateDevice`. */
export function cancelAuthentication(): void {
  const stop = loadLibrary().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
  // If the library was not loaded, there is nothing to cancel.
  stop.catch(() => undefined)
}

interface CredentialSignals {
  signalUnknownCredential?(options: unknown): Promise<void>
}

/**
 * Asks the browser to delete a passkey that the server does not know. `options` come from the server's error, if it
 * sent them.
 */
export function signalUnknownCredential(options: unknown): void {
  // Not all browsers support it, and pages of another domain may not call it: the passkey then remains.
  if (options)
    (window.PublicKeyCredential as CredentialSignals).signalUnknownCredential?.(options).catch(() => undefined)
}

async function withCancellation<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // In some browsers a DOMException is not an Error.
    const { name } = error as { name?: string }
    if (name === 'NotAllowedError' || name === 'AbortError') throw new DeviceCanceledError()
    throw error
  }
}
