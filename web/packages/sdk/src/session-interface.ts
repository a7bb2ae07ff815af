import type { Environment } from './environment'
import type { AuthorizeOptions } from './hosted'
import type { SessionState } from './state'
import type { Store } from './store'
import type { Call } from './transport'
import type { LoginAnswer } from './user'

export interface SessionOptions {
  /** Where the server is; the page's own origin when left out. */
  readonly baseUrl?: string
  /** The vendor's; tells apart the sessions of several products on one page. */
  readonly clientId?: string
  /** The application, where the vendor has several. */
  readonly appId?: string
  /** `hosted`: sign-in happens on the server's pages and comes back as an OAuth code. */
  readonly mode?: 'embedded' | 'hosted'
  /** Path that the hosted pages come back to: `/oauth/callback`. */
  readonly hostedLoginRedirectUrl?: string
  /** `hash`: the product's own routes stand behind `#`. */
  readonly urlStrategy?: 'path' | 'hash'
  /** The tenant whose people sign in here, by its alias. Else the page's `organization` says. */
  readonly loginAlias?: string
  /** Each tab keeps its own tenant, and hears no tokens from other tabs. */
  readonly tenantPerTab?: boolean
  /** Origins of your own servers, besides the page's own: `fetch` gives them the token, too. */
  readonly apiOrigins?: readonly string[]
  /** Reads with the profile what the person may use, for `entitled`. */
  readonly entitlements?: boolean
  /** `warn`: refused calls are logged, too, and not only those that the server could not answer. */
  readonly logLevel?: 'warn' | 'error'
  /** Sent with every call of the session itself. */
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces parts of the browser, as tests do. */
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
  /** What it knew before it was started, as a page that a server drew has it. */
  getServerSnapshot(): SessionState
  /** Finds out who is signed in. Safe to call again: it happens once, and where no page is, not at all. */
  start(): Promise<void>
  /** Calls the server without a token. */
  readonly call: Call
  /** Adds the token to calls to Gatehouse, to the page's own origin and to `apiOrigins`; renews it when it has ended. */
  readonly fetch: typeof fetch
  /** By password. `mfaRequired` in the answer: nobody is signed in yet. Throws `ApiError` when refused. */
  login(credentials: Credentials): Promise<LoginAnswer>
  /** Signs in with the answer of any login call. Without a token in it nothing happens: a second factor is due. */
  accept(answer: LoginAnswer): Promise<void>
  /** A new token, here and in every other tab. Undefined when the session has ended. */
  refresh(): Promise<string | undefined>
  /**
   * Resolves when the session is in that tenant. Other tabs follow, unless `tenantPerTab`. Throws `ApiError` when the server
   * refuses, cannot be reached, or has another tenant afterwards (`session.tenant_not_switched`). While it is unknown which
   * tenant the server has, the state is `anonymous` with a `failure`, and the session asks again by itself.
   */
  switchTenant(tenantId: string): Promise<void>
  /** Reads profile and tenants again, after the person changed them. */
  reloadUser(): Promise<void>
  /**
   * Here and in every other tab, at once; the server hears of it as soon as it can be reached. Whoever came through
   * their company's provider is taken there if it is told of sign-outs, and back to this page, whose origin the server
   * has to know: then the answer is true. `stay` leaves the page in no case.
   */
  logout(options?: { readonly stay?: boolean }): Promise<boolean>
  /** Milliseconds since 1970 by the server's clock, as far as its tokens tell: those of devices are wrong by hours. */
  now(): number
  /** Hosted mode: whether the browser is at the page that logins come back to. */
  isCallback(): boolean
  /** Hosted mode: the address that starts a login. */
  authorizeUrl(options?: AuthorizeOptions): Promise<string>
  /** Stops timers and listeners. */
  stop(): void
}
