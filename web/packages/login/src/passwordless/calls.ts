import { type ApiCall, post } from '../api-call'
import { withCaptcha } from '../captcha'

// Wire reference, "auth-passwordless". The server binds codes and links to this browser by a cookie.
const PASSWORDLESS = '/identity/resources/auth/v1/passwordless'

/** Passwordless methods, as the URL spells them. */
export type PasswordlessMethod = 'code' | 'magiclink' | 'smscode'

export type PasswordlessRecipient = PasswordlessUser & { readonly invitationToken?: string | undefined }

/** Identified by the typed email, or by the user that this browser remembers. */
export type PasswordlessUser = { readonly email: string } | { readonly userId: string }

/** Sends a code or link; returns the masked phone number for text messages. */
export async function sendPasswordless(
  call: ApiCall,
  method: PasswordlessMethod,
  to: PasswordlessRecipient,
): Promise<string | undefined> {
  const answer = await withCaptcha(call, (solved) =>
    call(`${PASSWORDLESS}/${method}/prelogin`, post({ ...to, ...solved })),
  )
  return answer.phoneNumber
}

/** `token` is the code, or the token of the link. */
export const signInPasswordless = (
  call: ApiCall,
  method: PasswordlessMethod,
  token: string,
  invitationToken?: string | null,
) => call(`${PASSWORDLESS}/${method}/postlogin`, post({ token, ...(invitationToken && { invitationToken }) }))
