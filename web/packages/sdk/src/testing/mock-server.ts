import { findResponseProblems } from '@gatehouse/api/testing'
import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/**
 * Mocks the network of a test file. Requests without a handler fail the test, and so do responses that contradict the
 * API description.
 */
export const cannedServer = (...handlers: RequestHandler[]) => createMockServer(handlers, findResponseProblems)

/** Mocks other servers, whose responses are not checked against the API description. */
export const foreignServer = (...handlers: RequestHandler[]) => createMockServer(handlers, () => Promise.resolve([]))

type ResponseCheck = (request: Request, answer: Response) => Promise<string[]>

function createMockServer(handlers: RequestHandler[], checkResponse: ResponseCheck) {
  const server = setupServer(...handlers)
  let unexpected: string[] = []
  let pendingChecks: Promise<string[]>[] = []

  server.events.on(
    'response:mocked',
    ({ request, response }) => void pendingChecks.push(checkResponse(request, response)),
  )
  beforeAll(() =>
    server.listen({
      onUnhandledRequest(request, print) {
        unexpected.push(`${request.method} ${request.url}`)
        print.error()
      },
    }),
  )
  afterEach(async () => {
    server.resetHandlers()
    const [asked, problems] = [unexpected, (await Promise.all(pendingChecks)).flat()]
    unexpected = []
    pendingChecks = []
    expect(asked, 'requests without a canned answer').toEqual([])
    expect([...new Set(problems)], 'answers that the server would not give').toEqual([])
  })
  afterAll(() => server.close())
  return server
}
