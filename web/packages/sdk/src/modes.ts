import type { HostedLogin } from './hosted'
import { fromOAuth, type OAuthAnswer } from './oauth'
import type { Call } from './transport'
import type { LoginAnswer } from './user'

/** `redirectUrl`: the logout page of the company's identity provider, if single logout is configured. */
interface Ended {
  readonly redirectUrl?: string
}

/** How a session is maintained: by the product's own pages, or by the hosted pages over OAuth. */
export interface Mode {
  /** Restores the session of the cookie. Throws a 401 `ApiError` if there is none. */
  resume(tenantId: string | null): Promise<LoginAnswer>
  /** Requests a new token for the same session. */
  renew(tenantId: string | null): Promise<LoginAnswer>
  /** `page`: where the browser returns to after single logout. */
  end(token?: string, page?: string): Promise<Ended>
  /** Removes stored tokens after sign-out, here or in another tab, so that the next user does not use them. */
  forget(): void
}

export function embeddedMode(call: Call): Mode {
  const refresh = (tenantId: string | null) =>
    call<LoginAnswer>('/identity/resources/auth/v1/user/token/refresh', { method: 'POST', body: { tenantId } })
  return {
    resume: refresh,
    renew: refresh,
    end: (token, page) =>
      call('/identity/resources/auth/v1/logout', { method: 'POST', query: { page }, ...(token && { token }) }),
    forget: () => undefined,
  }
}

const REFRESH_FAILED = "couldn't refresh user token with oauth service"

export function hostedMode(call: Call, login: () => Promise<HostedLogin>): Mode {
  // In memory only: after a reload the cookie provides a new one.
  let refreshToken: string | undefined
  const keep = (oauth: OAuthAnswer): LoginAnswer => {
    refreshToken = oauth.refresh_token ?? refreshToken
    return fromOAuth(oauth)
  }
  const silent = async (tenantId: string | null) =>
    keep(await call<OAuthAnswer>('/oauth/authorize/silent', { method: 'POST', body: { tenantId } }))

  return {
    async resume(tenantId) {
      const exchanged = await (await login()).takeCallback()
      return exchanged ? keep(exchanged) : silent(tenantId)
    },
    async renew(tenantId) {
      if (!refreshToken) return silent(tenantId)
      const body = { grant_type: 'refresh_token', refresh_token: refreshToken, ...(tenantId && { tenantId }) }
      try {
        return keep(await call<OAuthAnswer>('/oauth/token', { method: 'POST', body }))
      } catch (error) {
        console.warn(REFRESH_FAILED, error)
        throw error
      }
    },
    end: (_token, page) => call('/oauth/logout', { query: { page } }),
    forget() {
      refreshToken = undefined
    },
  }
}
