import { expect, test, vi } from 'vitest'
import { createCall } from './transport'

const refused = (status: number, body: string, statusText = '') => new Response(body, { status, statusText })
const asking = (response: Response, logLevel: 'warn' | 'error' = 'error') => {
  const navigate = vi.fn()
  const fetch = vi.fn().mockResolvedValue(response)
  return { navigate, call: createCall({ baseUrl: 'http://gatehouse.test', fetch, headers: {}, navigate, logLevel }) }
}
const quiet = () => undefined
const watch = () => ({
  warn: vi.spyOn(console, 'warn').mockImplementation(quiet),
  error: vi.spyOn(console, 'error').mockImplementation(quiet),
})

test('a 302 with a text sends the browser there', async () => {
  const { call, navigate } = asking(refused(302, 'https://elsewhere.test/x\n'))
  await expect(call('/flags')).rejects.toThrow()
  expect(navigate).toHaveBeenCalledWith('https://elsewhere.test/x')
})

test.each([
  ['error', 403, 0, 0],
  ['warn', 403, 1, 0],
  ['error', 500, 0, 1],
  ['warn', 500, 0, 1],
] as const)('at the level %s a %i is %i warnings and %i errors', async (level, status, warnings, errors) => {
  const { warn, error } = watch()
  const { call } = asking(refused(status, '{"errors": ["No"]}'), level)
  await expect(call('/flags')).rejects.toThrow('No')
  expect(warn).toHaveBeenCalledTimes(warnings)
  expect(error).toHaveBeenCalledTimes(errors)
})

test.each([
  [413, '{"errors": ["x"]}', 'Error request is too large'],
  [400, '{"errors": ["One", "two"]}', 'One, two'],
  [404, '{}', 'Error 404 - Not Found'],
  [502, '<html>', "We're facing some difficulties, Please try again"],
])('a %i with %s says so in the documented words', async (status, body, text) => {
  watch()
  const { call } = asking(refused(status, body, 'Not Found'))
  await expect(call('/flags')).rejects.toThrow(text)
})
