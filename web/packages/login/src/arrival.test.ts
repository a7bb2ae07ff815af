import type { SessionState } from '@gatehouse/sdk'
import { makeToken } from '@gatehouse/sdk/testing'
import { expect, test } from 'vitest'
import { arrival } from './arrival'

const nobody = { status: 'anonymous' } as SessionState
const loading = { status: 'loading' } as SessionState
const since = (auth_time: number) =>
  ({ status: 'authenticated', accessToken: makeToken({ auth_time }) }) as unknown as SessionState

test('whoever is signed in is in', () => {
  const isIn = arrival(false)
  expect([loading, nobody, since(5)].map(isIn)).toEqual([false, false, true])
})

test('asked to sign in again, only a later sign-in counts', () => {
  const isIn = arrival(true)
  expect([loading, since(5), since(5), since(6)].map(isIn)).toEqual([false, false, false, true])
})

test('asked to sign in again, whoever was out comes in by signing in', () => {
  const isIn = arrival(true)
  expect([nobody, since(6)].map(isIn)).toEqual([false, true])
})
