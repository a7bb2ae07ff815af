import type { Call, LoginAnswer } from '@gatehouse/sdk'

// Wire reference, "auth-sso". The server binds a sign-in to this browser by a cookie.
const USER = '/identity/resources/auth'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/** Signs in with what a provider sent the browser back with; each page knows the names of its protocol. */
export type Finish = (call: Call, search: URLSearchParams) => Promise<LoginAnswer> | undefined

export const finishOidc: Finish = (call, search) => {
  const code = search.get('code')
  const state = search.get('state')
  const error = search.get('error')
  // Only a test login wants to know; the server refuses in any case.
  if (error && state) {
    const errorDescription = search.get('error_description') ?? ''
    return call(`${USER}/v1/user/oidc/refused`, post({ state, error, errorDescription }))
  }
  // Who answers, where the provider says so: another one's answer counts for nothing (RFC 9207).
  const iss = search.get('iss') ?? undefined
  return code && state ? call(`${USER}/v2/user/oidc/postlogin`, post({ code, RelayState: state, iss })) : undefined
}

export const finishSaml: Finish = (call, search) => {
  const SAMLResponse = search.get('SAMLResponse')
  const RelayState = search.get('RelayState') ?? ''
  return SAMLResponse ? call(`${USER}/v1/user/saml/postlogin`, post({ SAMLResponse, RelayState })) : undefined
}
