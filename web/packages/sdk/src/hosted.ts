import type { OAuthAnswer } from './oauth'
import { challengeOf, createVerifier, randomString } from './pkce'
import { KEYS, type TextStorage } from './storage'
import type { Call } from './transport'

export interface AuthorizeOptions {
  /** Alias of the tenant whose login page is wanted. */
  readonly organization?: string
  readonly tenantId?: string
  /** `login` asks for the password again although a session exists. */
  readonly prompt?: 'login'
  readonly loginHint?: string
  /** Straight to one way in; see wire reference §6. */
  readonly directAction?: {
    readonly type: 'direct' | 'social-login' | 'custom-social-login' | 'signup'
    readonly data: string
  }
  /** Step-up: the class of authentication wanted, and its greatest age in seconds. */
  readonly acrValues?: string
  readonly maxAge?: number
}

interface HostedOptions {
  readonly baseUrl: string
  /** Application id, else client id. */
  readonly clientId: string
  /** Where the browser comes back to, registered with the server. */
  readonly redirectUri: string
  readonly storage: TextStorage
  readonly call: Call
  readonly href: () => string
}

export interface HostedLogin {
  /** The address to send the browser to. Leaves the verifier for the way back. */
  authorizeUrl(options?: AuthorizeOptions): Promise<string>
  /** On the redirect page: exchanges the code. Elsewhere, or without a verifier of ours: undefined. */
  takeCallback(): Promise<OAuthAnswer | undefined>
}

export function hostedLogin({ baseUrl, clientId, redirectUri, storage, call, href }: HostedOptions): HostedLogin {
  return {
    async authorizeUrl(options = {}) {
      const verifier = createVerifier()
      storage.setItem(KEYS.verifier, verifier)
      const url = new URL(`${baseUrl.replace(/\/$/, '')}/oauth/authorize`)
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        scope: 'openid email profile',
        redirect_uri: redirectUri,
        code_challenge: await challengeOf(verifier),
        code_challenge_method: 'S256',
        nonce: randomString(),
        organization: options.organization,
        tenantId: options.tenantId,
        prompt: options.prompt,
        login_hint: options.loginHint,
        login_direct_action: options.directAction && btoa(JSON.stringify(options.directAction)),
        acr_values: options.acrValues,
        max_age: options.maxAge,
      }
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== undefined) url.searchParams.set(name, String(value))
      }
      return url.href
    },

    async takeCallback() {
      const page = new URL(href())
      const code = page.searchParams.get('code')
      const verifier = storage.getItem(KEYS.verifier)
      if (page.origin + page.pathname !== redirectUri || !code || !verifier) return undefined
      storage.removeItem(KEYS.verifier)
      const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      return call<OAuthAnswer>('/oauth/token', { method: 'POST', body })
    },
  }
}
