/** Where users go if no address was requested. */
interface Destinations {
  readonly authenticatedUrl: string
  /** Replaces `authenticatedUrl` after sign-up. */
  readonly signUpSuccessUrl?: string
  /** Replaces `authenticatedUrl` for sign-ins at a tenant's own login page. */
  readonly customLoginAuthenticatedUrl?: string
}

/** Paths of the pages, under the names that the hosted platform's configuration gives them (spec §2). */
export interface LoginRoutes extends Destinations {
  readonly loginUrl: string
  readonly magicLinkCallbackUrl: string
  readonly oidcRedirectUrl: string
  readonly samlCallbackUrl: string
  readonly socialLoginCallbackUrl: string
  readonly stepUpUrl: string
  readonly consentUrl: string
  readonly logoutUrl: string
  readonly signUpUrl: string
  readonly activateUrl: string
  readonly impersonateUrl: string
  readonly acceptInvitationUrl: string
  readonly forgotPasswordUrl: string
  readonly resetPasswordUrl: string
  readonly resetPhoneNumberUrl: string
  readonly unlockUrl: string
  readonly endSessionUrl: string
  readonly activateCodeUrl: string
  readonly invitationCodeUrl: string
  readonly approvalFlowUrl: string
  readonly openAppUrl: string
}

export type PageName = Exclude<keyof LoginRoutes, keyof Destinations>

const DEFAULTS: Record<PageName, string> = {
  loginUrl: '/account/login',
  magicLinkCallbackUrl: '/account/login/magic-link',
  oidcRedirectUrl: '/account/oidc/callback',
  samlCallbackUrl: '/account/saml/callback',
  socialLoginCallbackUrl: '/account/social/success',
  stepUpUrl: '/account/step-up',
  consentUrl: '/account/consent',
  logoutUrl: '/account/logout',
  signUpUrl: '/account/sign-up',
  activateUrl: '/account/activate',
  impersonateUrl: '/account/impersonate',
  acceptInvitationUrl: '/account/invitation/accept',
  forgotPasswordUrl: '/account/forget-password',
  resetPasswordUrl: '/account/reset-password',
  resetPhoneNumberUrl: '/account/reset-phone-number',
  unlockUrl: '/account/unlock',
  endSessionUrl: '/account/end-session',
  activateCodeUrl: '/account/activate/code',
  invitationCodeUrl: '/account/invitation/code',
  approvalFlowUrl: '/account/approval-flow',
  openAppUrl: '/account/redirect',
}

/** Returns the default paths with some replaced. `under` prefixes all pages: `/oauth` gives `/oauth/account/login`. */
export function loginRoutes(changes: Partial<LoginRoutes> = {}, prefix = ''): LoginRoutes {
  const paths = Object.fromEntries(Object.entries(DEFAULTS).map(([name, path]) => [name, prefix + path]))
  return { authenticatedUrl: '/', ...(paths as Record<PageName, string>), ...changes }
}

const trimSlashes = (path: string) => path.replace(/\/+$/, '')

/** Finds the page of a path; undefined if there is none. Trailing slashes are ignored. */
export function findPage(path: string, routes: LoginRoutes): PageName | undefined {
  const names = Object.keys(DEFAULTS) as PageName[]
  const name = names.find((one) => trimSlashes(routes[one]) === trimSlashes(path))
  return name ?? (isAppLink(path, routes) ? 'openAppUrl' : undefined)
}

/** Each app has a link below the page that opens apps: `/account/redirect/android/com.example.app`. */
const isAppLink = (path: string, { openAppUrl }: LoginRoutes) =>
  path.startsWith(`${trimSlashes(openAppUrl)}/`) &&
  trimSlashes(path).split('/').length === trimSlashes(openAppUrl).split('/').length + 2

/** Parameters that are kept while the user moves between the login pages. */
const VISIT_PARAMETERS = [
  'redirectUrl',
  'prompt',
  'invitationToken',
  'tenantId',
  'organization',
  'login_hint',
  'maxAge',
]

export function getVisitQuery(search: URLSearchParams): string {
  const query = `${new URLSearchParams(VISIT_PARAMETERS.flatMap((name) => search.getAll(name).map((value) => [name, value])))}`
  return query && `?${query}`
}
