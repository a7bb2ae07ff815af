import { expect, test } from 'vitest'
import { routeAt } from './routes'

test.each([
  ['/account/login', '/account'],
  ['/account', '/account'],
  ['/oauth/account/login', '/oauth/account'],
  ['/oauth/portal', '/oauth/portal'],
  ['/oauth/portal/users', '/oauth/portal'],
  ['/oauth/portals', '/account'],
  ['/elsewhere', '/account'],
])('%s is answered by the page at %s', (path, page) => {
  expect(routeAt(path).path).toBe(page)
})
