// oauth2-mock-server as a company's OpenID provider. Prints its address, and ends when its input does.
//
// Each line of its input is what its next id token says otherwise: `{"payload": {...}, "header": {...}}`, where
// null takes away; `{"keys": "another"}`: from now on another key signs, and it alone is published;
// `{"alg": "none"}` or `"HS256"`: signed by nobody, or with the public key as the secret. It answers each line.

import { createHmac, createPublicKey } from 'node:crypto'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const given = JSON.parse(process.argv[2])
const host = given.host ?? '127.0.0.1' // the name by which it is asked
const { OAuth2Server } = await import(pathToFileURL(`${given.modules}/oauth2-mock-server/dist/index.mjs`).href)

async function start(port) {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(port, host)
  server.issuer.url = `http://${host}:${server.address().port}`
  server.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, { email_verified: true, ...next?.person })
    for (const part of ['payload', 'header'])
      for (const [name, value] of Object.entries(next?.[part] ?? {}))
        if (value === null) delete token[part][name]
        else token[part][name] = value
  })
  server.service.on('beforeResponse', (answer) => {
    if (next?.alg) answer.body.id_token = resigned(answer.body.id_token, server.issuer.keys.toJSON()[0])
  })
  return server
}

function resigned(token, key) {
  const [header, payload] = token.split('.')
  const told = { ...JSON.parse(Buffer.from(header, 'base64url')), alg: next.alg }
  const text = `${Buffer.from(JSON.stringify(told)).toString('base64url')}.${payload}`
  if (next.alg === 'none') return `${text}.`
  const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`
}

let next
let server = await start(0)
const { port } = server.address()
console.log(`http://${host}:${port}`)

for await (const line of createInterface({ input: process.stdin })) {
  next = JSON.parse(line)
  if (next.keys) {
    await server.stop()
    server = await start(port)
  }
  console.log('done')
}
process.exit(0)
