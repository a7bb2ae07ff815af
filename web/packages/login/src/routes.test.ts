import { expect, test } from 'vitest'
import { carried, loginRoutes, pageAt } from './routes'

test('pages are found at their paths, with or without a slash at the end', () => {
  expect(pageAt('/account/forget-password', loginRoutes())).toBe('forgotPasswordUrl')
  expect(pageAt('/account/login/', loginRoutes())).toBe('loginUrl')
  expect(pageAt('/', loginRoutes())).toBeUndefined()
  expect(pageAt('/account', loginRoutes())).toBeUndefined()
})

test('paths can be replaced, or all be put below another', () => {
  expect(pageAt('/sign-in', loginRoutes({ loginUrl: '/sign-in' }))).toBe('loginUrl')
  expect(loginRoutes({}, '/oauth')).toMatchObject({ loginUrl: '/oauth/account/login', authenticatedUrl: '/' })
})

test('only what belongs to the visit is carried from page to page', () => {
  expect(carried(new URLSearchParams('redirectUrl=/a&token=secret&tenantId=t'))).toBe('?redirectUrl=%2Fa&tenantId=t')
  expect(carried(new URLSearchParams('token=secret'))).toBe('')
})
