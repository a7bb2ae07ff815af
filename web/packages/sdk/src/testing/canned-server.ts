import { problemsWith } from '@gatehouse/api/testing'
import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/**
 * A network of canned answers for one test file. A request without one fails the test that made it, and so does an
 * answer that the server would not give by the description of its API.
 */
export const cannedServer = (...handlers: RequestHandler[]) => serverOf(handlers, problemsWith)

/** The same for answers of servers that say less than ours does, which clients have to live with. */
export const foreignServer = (...handlers: RequestHandler[]) => serverOf(handlers, () => Promise.resolve([]))

type Judge = (request: Request, answer: Response) => Promise<string[]>

function serverOf(handlers: RequestHandler[], judge: Judge) {
  const server = setupServer(...handlers)
  let unexpected: string[] = []
  let judged: Promise<string[]>[] = []

  server.events.on('response:mocked', ({ request, response }) => void judged.push(judge(request, response)))
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
    const [asked, problems] = [unexpected, (await Promise.all(judged)).flat()]
    unexpected = []
    judged = []
    expect(asked, 'requests without a canned answer').toEqual([])
    expect([...new Set(problems)], 'answers that the server would not give').toEqual([])
  })
  afterAll(() => server.close())
  return server
}
