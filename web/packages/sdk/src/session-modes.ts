import type { HostedLogin } from './hosted-login'
import { type TokenResponse, toLoginAnswer } from './token-response'
import type { Call } from './transport'
import type { LoginAnswer } from './user'

/** `redirectUrl`: the logout page of the company's identity provider, if single logout is configured. */
interface LogoutResult {
  readonly redirectUrl?: string
}

/** How a session is maintained: by the product's own pages, or by the hosted pages over OAuth. */
export interface SessionMode {
  /** Restores the session of the cookie. Throws a 401 `ApiError` if there is none. */
  resume(tenantId: string | null): Promise<LoginAnswer>
  /** Requests a new token for the same session. */
  renew(tenantId: string | null): Promise<LoginAnswer>
  /** `page`: where the browser returns to after single logout. */
  endSession(token?: string, page?: string): Promise<LogoutResult>
  /** Removes stored tokens after sign-out, here or in another tab, so that the next user does not use them. */
  clearTokens(): void
}

export function createEmbeddedMode(call: Call): SessionMode {
  const refresh = (tenantId: string | null) =>
    call<LoginAnswer>('/identity/resources/auth/v1/user/token/refresh', { method: 'POST', body: { tenantId } })
  return {
    resume: refresh,
    renew: refresh,
    endSession: (token, page) =>
      call('/identity/resources/auth/v1/logout', { method: 'POST', query: { page }, ...(token && { token }) }),
    clearTokens: () => undefined,
  }
}

const REFRESH_FAILED = "couldn't refresh user token with oauth service"

export function createHostedMode(call: Call, login: () => Promise<HostedLogin>): SessionMode {
  // In memory only: after a reload the cookie provides a new one.
  let refreshToken: string | undefined
  const acceptTokens = (oauth: TokenResponse): LoginAnswer => {
    refreshToken = oauth.refresh_token ?? refreshToken
    return toLoginAnswer(oauth)
  }
  const authorizeSilently = async (tenantId: string | null) =>
    acceptTokens(await call<TokenResponse>('/oauth/authorize/silent', { method: 'POST', body: { tenantId } }))

  return {
    async resume(tenantId) {
      const tokens = await (await login()).handleCallback()
      return tokens ? acceptTokens(tokens) : authorizeSilently(tenantId)
    },
    async renew(tenantId) {
      if (!refreshToken) return authorizeSilently(tenantId)
      const body = { grant_type: 'refresh_token', refresh_token: refreshToken, ...(tenantId && { tenantId }) }
      try {
        return acceptTokens(await call<TokenResponse>('/oauth/token', { method: 'POST', body }))
      } catch (error) {
        console.warn(REFRESH_FAILED, error)
        throw error
      }
    },
    endSession: (_token, page) => call('/oauth/logout', { query: { page } }),
    clearTokens() {
      refreshToken = undefined
    },
  }
}
