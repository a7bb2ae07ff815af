import type { Call } from '@gatehouse/sdk'

const CONSENTS = '/identity/resources/oauth/consents/v1/me'

/** Scopes that an app of another company can request. */
export type Scope = 'openid' | 'email' | 'profile'

export interface ConsentRequest {
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** A site by its host, a program on this device by its address, an app by its URL scheme. */
  readonly returnsTo: { readonly kind: 'site' | 'device' | 'app'; readonly name: string }
}

/** Loads who requests which scopes, as the server reads the authorization request. */
export const loadConsentRequest = (call: Call, token: string, request: string) =>
  call<ConsentRequest>(`${CONSENTS}/requests`, { method: 'POST', body: { request }, token })

/** Grants the scopes to the redirect URI of that request. */
export const grantConsent = (call: Call, token: string, { clientId, scopes }: ConsentRequest, request: string) =>
  call(`${CONSENTS}/${encodeURIComponent(clientId)}`, { method: 'PUT', body: { scopes, request }, token })
