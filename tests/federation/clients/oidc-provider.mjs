// oidc-provider as a company's OpenID provider. Prints its address, and ends when its input does.
//
// Each line of its input is `{"person": {...}}`, the claims of who signs in from now on, with `alg`, `method` and
// `inToken` as wanted, `"keys": "another"`: from now on another key signs, and it alone is published.
// It answers each line.

import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const given = JSON.parse(process.argv[2])
const { Provider } = await import(pathToFileURL(`${given.modules}/oidc-provider/lib/index.js`).href)

console.info = console.error // its advice is not for whoever reads our answers
const SCOPES = 'openid email profile'
let keys = newKeys()
let next = {}

function newKeys() {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return [rsa, curve].map((key) => ({ ...key, use: 'sig' }))
}

/** Its own page fetches a font from the network. */
function asked(context, form) {
  const button = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>'
  context.body = `<!doctype html><title>Sign out</title><link rel="icon" href="data:,">${form}${button}`
}

function started() {
  const provider = new Provider(url, {
    jwks: { keys },
    clients: [
      {
        client_id: given.client ?? 'gatehouse',
        client_secret: given.secret,
        redirect_uris: [given.callback],
        post_logout_redirect_uris: given.afterLogout ? [given.afterLogout] : [],
        id_token_signed_response_alg: next.alg ?? 'RS256',
        token_endpoint_auth_method: next.method ?? 'client_secret_basic',
      },
    ],
    clientAuthMethods: [next.method ?? 'client_secret_basic'],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    // Where the claims of the scopes are not in the token, they are at the userinfo endpoint alone.
    conformIdTokenClaims: !next.inToken,
    pkce: { required: () => true },
    cookies: { keys: ['of this run'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { logoutSource: asked } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ email_verified: true, ...next.person, sub }),
    }),
  })
  provider.use(async (context, then) => {
    if (!context.path.startsWith('/interaction/')) return then()
    const { params } = await provider.interactionDetails(context.req, context.res)
    const grant = new provider.Grant({ accountId: next.person.sub, clientId: params.client_id })
    grant.addOIDCScope(SCOPES)
    const result = { login: { accountId: next.person.sub }, consent: { grantId: await grant.save() } }
    context.redirect(await provider.interactionResult(context.req, context.res, result))
  })
  return provider.callback()
}

let url = ''
let answering
const server = createServer((request, response) => answering(request, response))
const host = given.host ?? '127.0.0.1' // the name by which it is asked
await new Promise((resolve) => server.listen(0, host, resolve))
url = `http://${host}:${server.address().port}`
answering = started()
console.log(url)

for await (const line of createInterface({ input: process.stdin })) {
  next = JSON.parse(line)
  if (next.keys) keys = newKeys()
  answering = started()
  console.log('done')
}
process.exit(0)
