import { ApiError } from '@gatehouse/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROFILE_DELAYS, withRetry } from './retry'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failing = (status: number) => vi.fn(() => Promise.reject(new ApiError(status, 'any', ['It failed'])))

test('a profile is asked for three times, two seconds apart', async () => {
  const read = failing(503)
  const told = vi.fn()
  const ended = withRetry(read, PROFILE_DELAYS).catch(told)
  await vi.advanceTimersByTimeAsync(1999)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(read).toHaveBeenCalledTimes(3)
  await ended
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }))
})

test('a refusal is an answer, and is not asked for again', async () => {
  const read = failing(403)
  await expect(withRetry(read, PROFILE_DELAYS)).rejects.toMatchObject({ status: 403 })
  expect(read).toHaveBeenCalledOnce()
})

test('what was silent for half a minute is not asked for again', async () => {
  const silent = vi.fn(
    () => new Promise((_, end) => setTimeout(() => end(new ApiError(0, 'network', ['No answer'])), 30_000)),
  )
  const told = vi.fn()
  void withRetry(silent, PROFILE_DELAYS).catch(told)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(told).toHaveBeenCalledOnce()
  expect(silent).toHaveBeenCalledOnce()
})
