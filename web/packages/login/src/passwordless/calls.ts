import type { Call, LoginAnswer } from '@gatehouse/sdk'
import { withCaptcha } from '../captcha'

// Wire reference, "auth-passwordless". The server binds what it sends to this browser by a cookie.
const PASSWORDLESS = '/identity/resources/auth/v1/passwordless'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/** Ways to sign in by something that is sent, as the address of the call spells them. */
export type PasswordlessWay = 'code' | 'magiclink' | 'smscode'

export type SentTo = Named & { readonly invitationToken?: string | undefined }

/** By what is typed, or by what this browser remembers. */
export type Named = { readonly email: string } | { readonly userId: string }

/** Has a code or link sent; answers the number that it goes to, masked, where it is a text message. */
export async function sendPasswordless(call: Call, way: PasswordlessWay, to: SentTo): Promise<string | undefined> {
  const answer = await withCaptcha(call, (solved) =>
    call<{ phoneNumber?: string }>(`${PASSWORDLESS}/${way}/prelogin`, post({ ...to, ...solved })),
  )
  return answer.phoneNumber
}

/** `token` is the code, or what the link carries. */
export const signInPasswordless = (call: Call, way: PasswordlessWay, token: string, invitationToken?: string | null) =>
  call<LoginAnswer>(`${PASSWORDLESS}/${way}/postlogin`, post({ token, ...(invitationToken && { invitationToken }) }))
