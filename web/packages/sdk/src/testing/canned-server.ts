import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/** A network of canned answers for one test file. A request without one fails the test that made it. */
export function cannedServer(...handlers: RequestHandler[]) {
  const server = setupServer(...handlers)
  let unexpected: string[] = []

  beforeAll(() =>
    server.listen({
      onUnhandledRequest(request, print) {
        unexpected.push(`${request.method} ${request.url}`)
        print.error()
      },
    }),
  )
  afterEach(() => {
    server.resetHandlers()
    const asked = unexpected
    unexpected = []
    expect(asked, 'requests without a canned answer').toEqual([])
  })
  afterAll(() => server.close())
  return server
}
