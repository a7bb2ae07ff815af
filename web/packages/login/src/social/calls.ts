import type { Call, LoginAnswer } from '@gatehouse/sdk'

export interface SocialAnswer extends LoginAnswer {
  readonly isNewUser?: boolean
  readonly email?: string
  readonly tenantId?: string
}

interface ProviderAnswer {
  readonly provider: string
  readonly code: string
  readonly invitationToken?: string | null
}

/** Signs in with a provider's code (wire reference, "auth-social"). It is valid only in this browser. */
export const signInWithProvider = (call: Call, { provider, code, invitationToken }: ProviderAnswer) =>
  call<SocialAnswer>(`/identity/resources/auth/v1/user/sso/${provider}/postlogin`, {
    method: 'POST',
    query: { code },
    body: invitationToken ? { invitationToken } : {},
  })
