import { loadPart } from '@gatehouse/ui'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

export type RequestOptions = PublicKeyCredentialRequestOptionsJSON
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON
export type { AuthenticationResponseJSON, RegistrationResponseJSON }

/** The person closed the browser's window, or took too long: nothing went wrong. */
export class Cancelled extends Error {}

/** Loaded when first needed: most people never do. */
const library = () => loadPart(() => import('@simplewebauthn/browser'))

/** Asks the device to prove itself. */
export async function askDevice(options: RequestOptions, autofill = false): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await library()
  return orCancelled(startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill }))
}

export async function registerDevice(options: CreationOptions): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await library()
  return orCancelled(startRegistration({ optionsJSON: options }))
}

/** Whether the browser offers passkeys in the field of the email. */
export async function offersInFields(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await library()
  return browserSupportsWebAuthnAutofill()
}

/** Ends what `askDevice` waits for. */
export function stopAsking(): void {
  const stop = library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
  // What has not come asks nobody.
  stop.catch(() => undefined)
}

interface Signals {
  signalUnknownCredential?(options: unknown): Promise<void>
}

/** Has the browser delete a passkey that the server does not know. `options`: what the server sent for this call, if it did. */
export function signalUnknownCredential(options: unknown): void {
  // Not every browser has it, and on a page of another domain it is refused: the passkey then stays.
  if (options) (window.PublicKeyCredential as Signals).signalUnknownCredential?.(options).catch(() => undefined)
}

async function orCancelled<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // Not every browser's DOMException is an Error.
    const { name } = error as { name?: string }
    if (name === 'NotAllowedError' || name === 'AbortError') throw new Cancelled()
    throw error
  }
}
