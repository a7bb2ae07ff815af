// The middleware of a product with Next.js: node next.cjs PORT
const { createServer } = require('node:http')
const { NextRequest } = require('next/server')
const { checkSessionOnEdge, handleSessionOnEdge } = require('@frontegg/nextjs/edge')

async function answer({ url, headers }) {
  const request = new NextRequest(new URL(url, process.env.FRONTEGG_APP_URL), { headers })
  const { pathname, searchParams } = request.nextUrl
  const response = await handleSessionOnEdge({ request, pathname, searchParams, headers: request.headers })
  const passes = response.headers.get('x-middleware-next')
  const page = passes ? await checkSessionOnEdge(request) : undefined
  return { response, body: JSON.stringify(page?.session.user ?? null) }
}

createServer(async (request, reply) => {
  if (request.url === '/ready') return reply.end('ready')
  try {
    const { response, body } = await answer(request)
    reply.setHeaders(response.headers)
    reply.writeHead(response.status).end(body)
  } catch (error) {
    reply.writeHead(401).end(JSON.stringify({ error: error.message }))
  }
}).listen(Number(process.argv[2]), '127.0.0.1')
