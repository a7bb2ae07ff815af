import { ApiError } from '@gatehouse/api'
import { expect, test } from 'vitest'
import { mapProblemsToFields } from './document-problems'

const NAMES = { google: 'google', client_id: 'client_id', directory: 'directory' }

const PROBLEMS = ['social.google.client_id: too long', 'social.google: String should have at most 9 characters']

const refused = (...problems: string[]) =>
  mapProblemsToFields(
    NAMES,
    Promise.reject(new ApiError(400, 'vendor.document_refused', [problems.join('; ')], undefined, { problems })),
  ).catch((error: ApiError) => error)

test('each problem stands at its field, also where the entry around it has a name, too', async () => {
  const error = (await refused('social.google.client_id: too long', 'social.google: needs more')) as ApiError
  expect(error.messages).toEqual(['client_id: too long', 'google: needs more'])
})

test('a problem has a readable message: its own, or that of all fields', async () => {
  const call = Promise.reject(new ApiError(400, 'vendor.document_refused', [], undefined, { problems: PROBLEMS }))
  const said = (place: string) => (place.endsWith('client_id') ? 'Not this one' : undefined)
  const error = await mapProblemsToFields(NAMES, call, said).catch((refusal: ApiError) => refusal)
  expect((error as ApiError).messages).toEqual(['client_id: Not this one', 'google: Use at most 9 characters'])
})

test('what belongs to no field is still a refusal of the server, and not an answer that cannot be read', async () => {
  const error = (await refused('social: too many')) as ApiError
  expect([error.code, error.messages]).toEqual(['vendor.document_refused', ['social: too many']])
})

test('any other refusal goes on as it is', async () => {
  const other = new ApiError(409, 'vendor.document_changed', ['Changed'])
  await expect(mapProblemsToFields(NAMES, Promise.reject(other))).rejects.toBe(other)
})
