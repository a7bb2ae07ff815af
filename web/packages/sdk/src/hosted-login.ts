import { ApiError } from '@gatehouse/api'
import { decodeToken, InvalidTokenError, toBase64 } from './jwt'
import { parseLocation } from './location'
import { createPendingLogins } from './pending-logins'
import { createChallenge, createRandomString, createVerifier } from './pkce'
import type { TextStorage } from './storage'
import type { TokenResponse } from './token-response'
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
  handleCallback(): Promise<TokenResponse | undefined>
}

/** 132 bits, which cannot be guessed. */
const STATE_LENGTH = 22

export function createHostedLogin(options: HostedOptions): HostedLogin {
  const { baseUrl, clientId, redirectUri, loginAlias, storage, call, href } = options
  const pending = createPendingLogins(storage, clientId)
  return {
    async authorizeUrl(request = {}) {
      const [state, nonce, verifier] = [
        createRandomString(STATE_LENGTH),
        createRandomString(STATE_LENGTH),
        createVerifier(),
      ]
      pending.save(state, { verifier, nonce })
      const url = new URL(`${baseUrl.replace(/\/$/, '')}/oauth/authorize`)
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        scope: 'openid email profile',
        redirect_uri: redirectUri,
        code_challenge: await createChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        organization: request.organization ?? loginAlias,
        tenantId: request.tenantId,
        prompt: request.prompt,
        login_hint: request.loginHint,
        login_direct_action: request.directAction && encodeAction(request.directAction),
        acr_values: request.acrValues,
        max_age: request.maxAge,
      }
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== undefined) url.searchParams.set(name, String(value))
      }
      return url.href
    },

    async handleCallback() {
      const { address, query } = parseLocation(href())
      const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
      if (address !== redirectUri || !state) return undefined
      const login = pending.consume(state)
      // RFC 6749 §4.1.2.1
      if (login && error) {
        const description = query.get('error_description') ?? error
        throw new ApiError(403, error, [description], undefined, { sentBack: true })
      }
      if (!login || !code) return undefined
      const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: login.verifier }
      const answer = await call<TokenResponse>('/oauth/token', { method: 'POST', body })
      if (decodeToken(answer.id_token).nonce !== login.nonce) {
        throw new InvalidTokenError('The token was made for another login: its nonce is not ours.')
      }
      return answer
    },
  }
}

/** Also encodes text that `btoa` alone rejects. */
const encodeAction = (action: unknown) => toBase64(new TextEncoder().encode(JSON.stringify(action)))
