import { loadChunk } from '@gatehouse/ui'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** The person closed the browser's window, or took too long: nothing went wrong. */
export class Cancelled extends Error {}

type Options = Readonly<Record<string, unknown>>

/** Loaded when first needed: most people never do. */
const library = () => loadChunk(() => import('@simplewebauthn/browser'))

/** A new key, of the kind that the options ask for. */
export async function makeKey(options: Options): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return orCancelled(startRegistration({ optionsJSON }))
}

export async function askKey(options: Options): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return orCancelled(startAuthentication({ optionsJSON }))
}

export const knowsKeys = (): boolean => typeof window.PublicKeyCredential === 'function'

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
