import { handleSessionOnEdge } from '@frontegg/nextjs/edge'

export const middleware = request => {
  const { pathname, searchParams } = request.nextUrl
  return handleSessionOnEdge({ request, pathname, searchParams, headers: request.headers })
}
export const config = { matcher: '/(.*)' }
