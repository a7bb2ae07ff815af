import { expect, test } from 'vitest'
import { makeToken } from './testing'
import { mergeUser } from './user'

test('login answer, then claims, then profile: the last one wins', () => {
  const accessToken = makeToken({ name: 'From token', roles: ['Admin'], permissions: ['a.*'], acr: 'x' })
  const bare = mergeUser({ accessToken, expiresIn: 300 }, {})
  expect(bare).toMatchObject({ id: 'u1', name: 'From token', acr: 'x', expiresIn: 300, permissions: [{ key: 'a.*' }] })
  expect(bare.roles[0]).toMatchObject({ key: 'Admin' })

  const full = mergeUser({ accessToken }, { name: 'From profile', permissions: [{ key: 'b' }] })
  expect(full).toMatchObject({ name: 'From profile', permissions: [{ key: 'b' }] })
})
