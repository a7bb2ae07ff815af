import type { LoginAnswer } from '@gatehouse/sdk'
import { type ApiCall, post } from '../api-call'

// Wire reference, "auth-sso". The server binds a sign-in to this browser by a cookie.
const AUTH = '/identity/resources/auth'

/** Signs in with the parameters of the provider's callback, whose names depend on the protocol. */
export type FinishSso = (call: ApiCall, search: URLSearchParams) => Promise<LoginAnswer> | undefined

export const finishOidc: FinishSso = (call, search) => {
  const code = search.get('code')
  const state = search.get('state')
  const error = search.get('error')
  // Needed for test sign-ins; the server rejects any other.
  if (error && state) {
    const errorDescription = search.get('error_description') ?? ''
    return call(`${AUTH}/v1/user/oidc/refused`, post({ state, error, errorDescription }))
  }
  // The issuer, if the provider sends it: the server rejects an answer of another issuer (RFC 9207).
  const iss = search.get('iss') ?? undefined
  return code && state ? call(`${AUTH}/v2/user/oidc/postlogin`, post({ code, RelayState: state, iss })) : undefined
}

export const finishSaml: FinishSso = (call, search) => {
  const SAMLResponse = search.get('SAMLResponse')
  const RelayState = search.get('RelayState') ?? ''
  return SAMLResponse ? call(`${AUTH}/v1/user/saml/postlogin`, post({ SAMLResponse, RelayState })) : undefined
}
