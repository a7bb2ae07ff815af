import type { SessionState } from '@gatehouse/sdk'
import { makeToken } from '@gatehouse/sdk/testing'
import { expect, test } from 'vitest'
import { createSignInCheck } from './sign-in-check'

const signedOut = { status: 'anonymous' } as SessionState
const loading = { status: 'loading' } as SessionState
const since = (auth_time: number) =>
  ({ status: 'authenticated', accessToken: makeToken({ auth_time }) }) as unknown as SessionState

test('a session counts as signed in', () => {
  const isIn = createSignInCheck(false)
  expect([loading, signedOut, since(5)].map(isIn)).toEqual([false, false, true])
})

test('asked to sign in again, only a later sign-in counts', () => {
  const isIn = createSignInCheck(true)
  expect([loading, since(5), since(5), since(6)].map(isIn)).toEqual([false, false, false, true])
})

test('with a new sign-in required, a signed-out user is signed in by signing in', () => {
  const isIn = createSignInCheck(true)
  expect([signedOut, since(6)].map(isIn)).toEqual([false, true])
})
