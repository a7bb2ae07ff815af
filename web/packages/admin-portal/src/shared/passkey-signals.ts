import { type ApiClient, unwrap } from '@gatehouse/api'

interface User {
  readonly rpId: string
  readonly userId: string
}

/** Not every browser has these (WebAuthn Level 3 §5.1.10). */
interface Signals {
  signalAllAcceptedCredentials?(options: User & { readonly allAcceptedCredentialIds: readonly string[] }): Promise<void>
  signalCurrentUserDetails?(options: User & { readonly name: string; readonly displayName: string }): Promise<void>
}

/** Has the browser delete keys that the server no longer accepts, and show the user's current names. */
export async function signalPasskeys(api: ApiClient): Promise<void> {
  const signals = window.PublicKeyCredential as Signals | undefined
  if (!signals?.signalAllAcceptedCredentials && !signals?.signalCurrentUserDetails) return
  try {
    const accepted = await unwrap(api.GET('/identity/resources/users/webauthn/v1/accepted-credentials'))
    const { rpId, userId, allAcceptedCredentialIds, name, displayName } = accepted
    await signals.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds })
    await signals.signalCurrentUserDetails?.({ rpId, userId, name, displayName })
  } catch {
    // Refused on a page of another domain. What was changed on the server stays changed.
  }
}
