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

/** Asks the device to prove itself. Loaded when first needed: most people never do. */
export async function askDevice(options: RequestOptions, autofill = false): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return orCancelled(startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill }))
}

export async function registerDevice(options: CreationOptions): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return orCancelled(startRegistration({ optionsJSON: options }))
}

/** Whether the browser offers passkeys in the field of the email. */
export async function offersInFields(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
  return browserSupportsWebAuthnAutofill()
}

/** Ends what `askDevice` waits for. */
export function stopAsking(): void {
  void import('@simplewebauthn/browser').then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
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
