import type { Answer, ApiCall } from '../api-call'

type PostloginPath = '/identity/resources/auth/v1/user/sso/{provider}/postlogin'

export type SocialAnswer = Answer<PostloginPath, 'POST'>

interface ProviderAnswer {
  readonly provider: string
  readonly code: string
  readonly invitationToken?: string | null
}

/** Signs in with a provider's code (wire reference, "auth-social"). It is valid only in this browser. */
export const signInWithProvider = (call: ApiCall, { provider, code, invitationToken }: ProviderAnswer) =>
  call<PostloginPath, 'POST'>(`/identity/resources/auth/v1/user/sso/${provider}/postlogin`, {
    method: 'POST',
    query: { code },
    body: invitationToken ? { invitationToken } : {},
  })
