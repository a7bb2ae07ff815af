import type { Call, LoginAnswer } from '@gatehouse/sdk'

// Wire reference, "auth-sso". The server binds a sign-in to this browser by a cookie.
const USER = '/identity/resources/auth'
const post = (body: unknown) => ({ method: 'POST', body }) as const

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
