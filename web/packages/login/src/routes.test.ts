import { expect, test } from 'vitest'
import { findPage, getVisitQuery, loginRoutes } from './routes'

test('pages are found at their paths, with or without a slash at the end', () => {
  expect(findPage('/account/forget-password', loginRoutes())).toBe('forgotPasswordUrl')
  expect(findPage('/account/login/', loginRoutes())).toBe('loginUrl')
  expect(findPage('/', loginRoutes())).toBeUndefined()
  expect(findPage('/account', loginRoutes())).toBeUndefined()
})

test('an app has a link of its own', () => {
  const routes = loginRoutes({}, '/oauth')
  expect(findPage('/oauth/account/redirect/android/com.example.app', routes)).toBe('openAppUrl')
  expect(findPage('/oauth/account/redirect/android', routes)).toBeUndefined()
  expect(findPage('/oauth/account/redirected/android/com.example.app', routes)).toBeUndefined()
})

test('they may stand at the root, or end with a slash', () => {
  expect(findPage('/', loginRoutes({ loginUrl: '/' }))).toBe('loginUrl')
  const routes = loginRoutes({ loginUrl: '/sign-in/' })
  expect([findPage('/sign-in/', routes), findPage('/sign-in', routes)]).toEqual(['loginUrl', 'loginUrl'])
})

test('paths can be replaced, or all be put below another', () => {
  expect(findPage('/sign-in', loginRoutes({ loginUrl: '/sign-in' }))).toBe('loginUrl')
  expect(loginRoutes({}, '/oauth')).toMatchObject({ loginUrl: '/oauth/account/login', authenticatedUrl: '/' })
})

test('only what belongs to the visit is carried from page to page', () => {
  expect(getVisitQuery(new URLSearchParams('redirectUrl=/a&token=secret&tenantId=t'))).toBe(
    '?redirectUrl=%2Fa&tenantId=t',
  )
  expect(getVisitQuery(new URLSearchParams('token=secret'))).toBe('')
})

test.each([
  ['loginUrl', '/account/login'],
  ['stepUpUrl', '/account/step-up'],
  ['logoutUrl', '/account/logout'],
  ['activateUrl', '/account/activate'],
  ['impersonateUrl', '/account/impersonate'],
  ['acceptInvitationUrl', '/account/invitation/accept'],
  ['forgotPasswordUrl', '/account/forget-password'],
  ['resetPhoneNumberUrl', '/account/reset-phone-number'],
  ['resetPasswordUrl', '/account/reset-password'],
  ['socialLoginCallbackUrl', '/account/social/success'],
  ['signUpUrl', '/account/sign-up'],
  ['oidcRedirectUrl', '/account/oidc/callback'],
  ['samlCallbackUrl', '/account/saml/callback'],
  ['magicLinkCallbackUrl', '/account/login/magic-link'],
  ['openAppUrl', '/account/redirect'],
] as const)('%s is %s unless it is replaced', (name, path) => {
  expect(findPage(path, loginRoutes())).toBe(name)
  const moved = loginRoutes({ [name]: '/elsewhere' })
  expect([findPage('/elsewhere', moved), findPage(path, moved)]).toEqual([name, undefined])
})

test('what belongs to the visit goes along in a browser that does not count parameters, too', () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size') ?? {}
  Reflect.deleteProperty(URLSearchParams.prototype, 'size')
  try {
    expect(getVisitQuery(new URLSearchParams('invitationToken=i&other=x'))).toBe('?invitationToken=i')
    expect(getVisitQuery(new URLSearchParams('other=x'))).toBe('')
  } finally {
    Object.defineProperty(URLSearchParams.prototype, 'size', size)
  }
})
