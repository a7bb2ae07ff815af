import { expect, test } from 'vitest'
import { createClient, unwrap } from './client'
import { ApiError } from './error'

interface paths {
  '/roles': { get: { responses: { 200: { content: { 'application/json': { name: string } } } } } }
  '/api/v1/licenses': { get: { responses: { 200: { content: { 'application/json': { id: string }[] } } } } }
}

function answering(answer: () => Response | Promise<Response>) {
  return createClient<paths>({ baseUrl: 'http://gatehouse.test', fetch: async () => answer() })
}

const refused = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('the call was not refused')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
  )

test('a good answer is its data', async () => {
  const api = answering(() => Response.json({ name: 'Editor' }))
  expect(await unwrap(api.GET('/roles'))).toEqual({ name: 'Editor' })
})

test.each(['', '.', '..'])('%j cannot be part of a path, and no request is sent', async (key) => {
  let asked = false
  const api = createClient<{
    '/tenants/{id}/{key}': {
      delete: { parameters: { path: { id: string; key: string } }; responses: { 200: { content: never } } }
    }
  }>({
    baseUrl: 'http://gatehouse.test',
    fetch: async () => {
      asked = true
      return new Response()
    },
  })
  const error = await refused(unwrap(api.DELETE('/tenants/{id}/{key}', { params: { path: { id: 'a', key } } })))
  expect([error.code, asked]).toEqual(['path.unusable', false])
})

test('what a fetch of the caller was refused with is no missing network', async () => {
  const ended = new ApiError(401, 'token.invalid', ['The session has ended'])
  expect(await refused(unwrap(answering(() => Promise.reject(ended)).GET('/roles')))).toBe(ended)
})

test('an empty answer is undefined', async () => {
  const api = answering(() => new Response(null, { status: 204 }))
  expect(await unwrap(api.GET('/roles'))).toBeUndefined()
})

test('a refusal carries status, code, messages, context and trace', async () => {
  const body = {
    errors: ['Wrong code', 'Try again'],
    errorCode: 'ER-01011',
    errorCodes: ['ER-01011'],
    context: { left: 2 },
  }
  const api = answering(() => Response.json(body, { status: 401, headers: { 'frontegg-trace-id': 'abc' } }))
  const error = await refused(unwrap(api.GET('/roles')))
  expect(error).toMatchObject({
    status: 401,
    code: 'ER-01011',
    messages: body.errors,
    context: { left: 2 },
    traceId: 'abc',
  })
  expect(error.message).toBe('Wrong code, Try again')
})

test.each<[string, Response, string]>([
  ['too large, whatever the body', new Response('{"errors":["x"]}', { status: 413 }), 'Error request is too large'],
  ['not JSON', new Response('<html>', { status: 502 }), "We're facing some difficulties, Please try again"],
  ['a JSON string', Response.json('Not today', { status: 400 }), 'Not today'],
  ['JSON without errors', Response.json({}, { status: 404, statusText: 'Not Found' }), 'Error 404 - Not Found'],
])('%s', async (_, response, message) => {
  const error = await refused(unwrap(answering(() => response).GET('/roles')))
  expect(error.message).toBe(message)
})

test('a licensing refusal is its status, a colon, then the body text', async () => {
  const api = answering(() => new Response('Organization already exists', { status: 409 }))
  const error = await refused(unwrap(api.GET('/api/v1/licenses')))
  expect(error.message).toBe('409: Organization already exists')
})

test('no connection is status 0', async () => {
  const api = answering(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await refused(unwrap(api.GET('/roles')))).toMatchObject({ status: 0, code: 'network' })
})

test('an aborted call stays an abort, so that callers can tell it from a failure', async () => {
  const api = answering(() => Promise.reject(new DOMException('stop', 'AbortError')))
  await expect(unwrap(api.GET('/roles'))).rejects.toMatchObject({ name: 'AbortError' })
})
