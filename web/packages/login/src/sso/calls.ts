import type { Call, LoginAnswer } from '@gatehouse/sdk'

// Wire reference, "auth-sso". The server binds a sign-in to this browser by a cookie.
const USER = '/identity/resources/auth'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/** Where single sign-on begins for this address; undefined when it does not, or when nobody can tell. Never a script. */
export async function ssoAddress(call: Call, email: string, tenantId?: string): Promise<string | undefined> {
  const body = { email, ...(tenantId && { tenantId }) }
  const answer = await call<{ address?: string }>(`${USER}/v2/user/sso/prelogin`, post(body)).catch(() => undefined)
  return answer?.address && /^https?:/i.test(answer.address) ? answer.address : undefined
}

/** Signs in with what a provider sent the browser back with; each page knows the names of its protocol. */
export type Finish = (call: Call, search: URLSearchParams) => Promise<LoginAnswer> | undefined

export const finishOidc: Finish = (call, search) => {
  const code = search.get('code')
  const state = search.get('state')
  return code && state ? call(`${USER}/v2/user/oidc/postlogin`, post({ code, RelayState: state })) : undefined
}

export const finishSaml: Finish = (call, search) => {
  const SAMLResponse = search.get('SAMLResponse')
  const RelayState = search.get('RelayState') ?? ''
  return SAMLResponse ? call(`${USER}/v1/user/saml/postlogin`, post({ SAMLResponse, RelayState })) : undefined
}
