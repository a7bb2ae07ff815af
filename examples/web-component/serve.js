/** The page, and the package's folder `standalone` as /portal/. Any web server does. */
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const PORTAL = fileURLToPath(new URL('node_modules/@gatehouse/admin-portal/standalone/', import.meta.url))
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }
const PORT = Number(process.env.PORT ?? 5173)

function fileOf(path) {
  if (path === '/') return join(HERE, 'index.html')
  if (!path.startsWith('/portal/')) return undefined
  const file = normalize(join(PORTAL, path.slice('/portal/'.length)))
  return file.startsWith(PORTAL.endsWith(sep) ? PORTAL : PORTAL + sep) ? file : undefined
}

createServer((request, response) => {
  const file = fileOf(new URL(request.url ?? '/', 'http://localhost').pathname)
  if (!file || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end('Not found')
    return
  }
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
}).listen(PORT, 'localhost', () => console.log(`http://localhost:${PORT}`))
