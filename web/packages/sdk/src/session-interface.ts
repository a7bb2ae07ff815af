import type { Environment } from './environment'
import type { AuthorizeOptions } from './hosted-login'
import type { SessionState } from './state'
import type { Store } from './store'
import type { Call } from './transport'
import type { LoginAnswer } from './user'

export interface SessionOptions {
  /** Address of the server; the page's own origin by default. */
  readonly baseUrl?: string
  /** The vendor's client id; separates the sessions of several products on one page. */
  readonly clientId?: string
  /** The application, if the vendor has several. */
  readonly appId?: string
  /** `hosted`: users sign in on the server's pages, which return an OAuth code. */
  readonly mode?: 'embedded' | 'hosted'
  /** Path of the OAuth callback: `/oauth/callback` by default. */
  readonly hostedLoginRedirectUrl?: string
  /** `hash`: the product's routes are behind `#`. */
  readonly urlStrategy?: 'path' | 'hash'
  /** Alias of the tenant whose users sign in here. By default, the page's parameter `organization`. */
  readonly loginAlias?: string
  /** Each tab keeps its own tenant and receives no tokens from other tabs. */
  readonly tenantPerTab?: boolean
  /** Origins of your own servers, besides the page's own: `fetch` sends the token to them, too. */
  readonly apiOrigins?: readonly string[]
  /** Loads the user's entitlements with the profile, for `checkEntitlement`. */
  readonly entitlements?: boolean
  /** `warn`: also logs rejected calls, not only server errors. */
  readonly logLevel?: 'warn' | 'error'
  /** Sent with every call of the session itself. */
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces browser features, for tests. */
  readonly environment?: Partial<Environment>
}

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly invitationToken?: string
  readonly recaptchaToken?: string
}

export interface Session extends Pick<Store<SessionState>, 'getSnapshot' | 'subscribe'> {
  readonly baseUrl: string
  readonly mode: 'embedded' | 'hosted'
  readonly urlStrategy: 'path' | 'hash'
  readonly loginAlias: string | undefined
  readonly environment: Environment
  /** Returns the state before `start`, as server-rendered pages have it. */
  getServerSnapshot(): SessionState
  /** Restores the session. Can be called repeatedly: it runs once, and not at all on a server. */
  start(): Promise<void>
  /** Calls the server without a token. */
  readonly call: Call
  /**
   * Adds the token to requests to Gatehouse, to the page's own origin and to `apiOrigins`; renews it when it has
   * expired.
   */
  readonly fetch: typeof fetch
  /**
   * Signs in with a password. If the answer has `mfaRequired`, the user is not signed in yet. Throws `ApiError` when
   * rejected.
   */
  login(credentials: Credentials): Promise<LoginAnswer>
  /** Signs in with the answer of any login call. Does nothing if it has no token because MFA is required. */
  accept(answer: LoginAnswer): Promise<void>
  /** Requests a new token, here and for every other tab. Undefined when the session has ended. */
  refresh(): Promise<string | undefined>
  /**
   * Resolves when the session is in that tenant. Other tabs follow, unless `tenantPerTab`. Throws `ApiError` when the
   * server rejects it, cannot be reached, or is in another tenant afterwards (`session.tenant_not_switched`). While the
   * server's tenant is unknown, the state is `anonymous` with a `failure`, and the session retries by itself.
   */
  switchTenant(tenantId: string): Promise<void>
  /** Reloads the profile and tenants, after they were changed. */
  reloadUser(): Promise<void>
  /**
   * Signs out here and in every other tab at once; the server is informed as soon as it can be reached. Users of single
   * sign-on are redirected to their identity provider if single logout is configured, and back to this page, whose
   * origin the server has to know: then the result is true. `stay` never leaves the page.
   */
  logout(options?: { readonly stay?: boolean }): Promise<boolean>
  /**
   * Milliseconds since 1970 by the server's clock, estimated from its tokens: clocks of devices can be wrong by hours.
   */
  now(): number
  /** Hosted mode: whether the browser is at the OAuth callback. */
  isCallback(): boolean
  /** Hosted mode: creates the address that starts a login. */
  authorizeUrl(options?: AuthorizeOptions): Promise<string>
  /** Stops timers and listeners. */
  stop(): void
}
