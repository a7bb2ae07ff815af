import { ApiError } from '@gatehouse/api'
import { arrivedAt } from './address'
import { decodeToken, InvalidTokenError, toBase64 } from './jwt'
import type { OAuthAnswer } from './oauth'
import { pendingLogins } from './pending-logins'
import { challengeOf, createVerifier, randomString } from './pkce'
import type { TextStorage } from './storage'
import type { Call } from './transport'

export interface AuthorizeOptions {
  /** Alias of the tenant whose login page is shown. */
  readonly organization?: string
  readonly tenantId?: string
  /** `login` asks for the password again even if a session exists. */
  readonly prompt?: 'login'
  readonly loginHint?: string
  /** Skips to one sign-in method; see wire reference §6. */
  readonly directAction?: {
    readonly type: 'direct' | 'social-login' | 'custom-social-login' | 'signup'
    readonly data: string
  }
  /** Step-up: the required authentication class, and its maximum age in seconds. */
  readonly acrValues?: string
  readonly maxAge?: number
}

interface HostedOptions {
  readonly baseUrl: string
  /** Application id, otherwise client id. */
  readonly clientId: string
  /** The callback address, registered with the server. */
  readonly redirectUri: string
  /** The default tenant, if no organization is requested. */
  readonly loginAlias?: string | undefined
  readonly storage: TextStorage
  readonly call: Call
  readonly href: () => string
}

export interface HostedLogin {
  /** Creates the address to redirect to, and stores the values that the callback is verified with. */
  authorizeUrl(options?: AuthorizeOptions): Promise<string>
  /**
   * On the callback page, exchanges the code. Elsewhere, or for a login that was not started in this browser, returns
   * undefined. Throws `InvalidTokenError` for the token of another login, and `ApiError` if the login was rejected.
   */
  takeCallback(): Promise<OAuthAnswer | undefined>
}

/** 132 bits, which cannot be guessed. */
const STATE_LENGTH = 22

export function hostedLogin(options: HostedOptions): HostedLogin {
  const { baseUrl, clientId, redirectUri, loginAlias, storage, call, href } = options
  const pending = pendingLogins(storage, clientId)
  return {
    async authorizeUrl(wishes = {}) {
      const [state, nonce, verifier] = [randomString(STATE_LENGTH), randomString(STATE_LENGTH), createVerifier()]
      pending.keep(state, { verifier, nonce })
      const url = new URL(`${baseUrl.replace(/\/$/, '')}/oauth/authorize`)
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        scope: 'openid email profile',
        redirect_uri: redirectUri,
        code_challenge: await challengeOf(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        organization: wishes.organization ?? loginAlias,
        tenantId: wishes.tenantId,
        prompt: wishes.prompt,
        login_hint: wishes.loginHint,
        login_direct_action: wishes.directAction && encoded(wishes.directAction),
        acr_values: wishes.acrValues,
        max_age: wishes.maxAge,
      }
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== undefined) url.searchParams.set(name, String(value))
      }
      return url.href
    },

    async takeCallback() {
      const { address, query } = arrivedAt(href())
      const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
      if (address !== redirectUri || !state) return undefined
      const login = pending.take(state)
      // RFC 6749 §4.1.2.1
      if (login && error) {
        const said = query.get('error_description') ?? error
        throw new ApiError(403, error, [said], undefined, { sentBack: true })
      }
      if (!login || !code) return undefined
      const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: login.verifier }
      const answer = await call<OAuthAnswer>('/oauth/token', { method: 'POST', body })
      if (decodeToken(answer.id_token).nonce !== login.nonce) {
        throw new InvalidTokenError('The token was made for another login: its nonce is not ours.')
      }
      return answer
    },
  }
}

/** Also encodes text that `btoa` alone rejects. */
const encoded = (action: unknown) => toBase64(new TextEncoder().encode(JSON.stringify(action)))
