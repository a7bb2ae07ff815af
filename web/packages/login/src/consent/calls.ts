import type { Call } from '@gatehouse/sdk'

const CONSENTS = '/identity/resources/oauth/consents/v1/me'

/** What an app of another company may learn. */
export type Scope = 'openid' | 'email' | 'profile'

export interface Asked {
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** A site by its host, a program on this device by its address, an app by the scheme that it opens. */
  readonly returnsTo: { readonly kind: 'site' | 'device' | 'app'; readonly name: string }
}

/** Who asks for what, as the server reads the request that the page goes back to. */
export const whatIsAsked = (call: Call, token: string, request: string) =>
  call<Asked>(`${CONSENTS}/requests`, { method: 'POST', body: { request }, token })

/** For the place to which that request sends the answer. */
export const allow = (call: Call, token: string, { clientId, scopes }: Asked, request: string) =>
  call(`${CONSENTS}/${encodeURIComponent(clientId)}`, { method: 'PUT', body: { scopes, request }, token })
