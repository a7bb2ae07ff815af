/** Where people go who came from nowhere in particular. */
interface Destinations {
  readonly authenticatedUrl: string
  /** Instead, after signing up. */
  readonly signUpSuccessUrl?: string
  /** Instead, for whoever signs in at one tenant's own login. */
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

/** The default paths with some replaced. `under` puts all pages below a path: `/oauth` gives `/oauth/account/login`. */
export function loginRoutes(changes: Partial<LoginRoutes> = {}, under = ''): LoginRoutes {
  const moved = Object.fromEntries(Object.entries(DEFAULTS).map(([name, path]) => [name, under + path]))
  return { authenticatedUrl: '/', ...(moved as Record<PageName, string>), ...changes }
}

const bare = (path: string) => path.replace(/\/+$/, '')

/** The page at a path, or undefined. A slash at the end makes no difference. */
export function pageAt(path: string, routes: LoginRoutes): PageName | undefined {
  const names = Object.keys(DEFAULTS) as PageName[]
  const name = names.find((one) => bare(routes[one]) === bare(path))
  return name ?? (isLinkOfApp(path, routes) ? 'openAppUrl' : undefined)
}

/** Below the page that opens apps, each app has a link of its own: `/account/redirect/android/com.example.app`. */
const isLinkOfApp = (path: string, { openAppUrl }: LoginRoutes) =>
  path.startsWith(`${bare(openAppUrl)}/`) && bare(path).split('/').length === bare(openAppUrl).split('/').length + 2

/** Parameters that belong to the whole visit, not to one page of it. */
const CARRIED = ['redirectUrl', 'prompt', 'invitationToken', 'tenantId', 'organization', 'login_hint', 'maxAge']

export function carried(search: URLSearchParams): string {
  const kept = `${new URLSearchParams(CARRIED.flatMap((name) => search.getAll(name).map((value) => [name, value])))}`
  return kept && `?${kept}`
}
