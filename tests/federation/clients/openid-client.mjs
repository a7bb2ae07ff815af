// openid-client, and oauth4webapi below it, against a running server. Prints what was shown, one name a line.

import { pathToFileURL } from 'node:url'
import { Browser, check, refused } from './browser.mjs'

const given = JSON.parse(process.argv[2])
const load = (file) => import(pathToFileURL(`${given.modules}/${file}`).href)
const client = await load('openid-client/build/index.js')
const oauth = await load('oauth4webapi/build/index.js')

const server = new URL(given.server)
const insecure = { execute: [client.allowInsecureRequests] }
const confidential = await client.discovery(
  server, given.clientId, given.secret, client.ClientSecretBasic(given.secret), insecure)
const inBody = await client.discovery(
  server, given.clientId, given.secret, client.ClientSecretPost(given.secret), insecure)
const open = await client.discovery(server, given.clientId, undefined, client.None(), insecure)
const browser = new Browser(given.server)
await browser.signIn(given.email, given.password)

async function asking(more = {}) {
  const verifier = client.randomPKCECodeVerifier()
  const checks = {
    pkceCodeVerifier: verifier, expectedState: client.randomState(), expectedNonce: client.randomNonce(),
    idTokenExpected: true,
  }
  const parameters = {
    redirect_uri: given.redirectUri, scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
    state: checks.expectedState, nonce: checks.expectedNonce, ...more,
  }
  return { parameters, checks }
}

async function signIn(config, { more, checks: others, options } = {}) {
  const { parameters, checks } = await asking(more)
  const place = await browser.follow(client.buildAuthorizationUrl(config, parameters))
  return client.authorizationCodeGrant(config, place, { ...checks, ...others }, undefined, options)
}

const isActive = async (token) => (await client.tokenIntrospection(confidential, token)).active
const me = '/identity/resources/users/v2/me'

const SHOWN = {
  async 'code with PKCE, iss, state and nonce'() {
    for (const config of [open, confidential, inBody]) {
      const tokens = await signIn(config)
      check(tokens.token_type === 'bearer', 'a bearer token')
      const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)
      check(info.email === given.email, 'userinfo has the address')
    }
  },
  async 'oauth4webapi alone'() {
    const http = { [oauth.allowInsecureRequests]: true }
    const as = await oauth.processDiscoveryResponse(server, await oauth.discoveryRequest(server, http))
    const { parameters, checks } = await asking()
    const address = new URL(as.authorization_endpoint)
    for (const [name, value] of Object.entries({ ...parameters, client_id: given.clientId, response_type: 'code' }))
      address.searchParams.set(name, value)
    const me = { client_id: given.clientId }
    const back = oauth.validateAuthResponse(as, me, await browser.follow(address), checks.expectedState)
    const answer = await oauth.authorizationCodeGrantRequest(
      as, me, oauth.None(), back, given.redirectUri, checks.pkceCodeVerifier, http)
    const options = { expectedNonce: checks.expectedNonce, requireIdToken: true }
    const result = await oauth.processAuthorizationCodeResponse(as, me, answer, options)
    await oauth.validateApplicationLevelSignature(as, answer, http)
    check(oauth.getValidatedIdTokenClaims(result).sub, 'somebody')
  },
  async 'refresh with rotation'() {
    const first = await signIn(open)
    const second = await client.refreshTokenGrant(open, first.refresh_token)
    check(second.refresh_token !== first.refresh_token, 'a new refresh token')
    const error = await refused(() => client.refreshTokenGrant(open, first.refresh_token))
    check(error.error === 'invalid_grant', 'a used one is refused')
    await refused(() => client.refreshTokenGrant(open, second.refresh_token))
  },
  async 'introspection and revocation agree'() {
    const tokens = await signIn(confidential)
    const told = await client.tokenIntrospection(confidential, tokens.access_token)
    check(told.active && told.sub === tokens.claims().sub && told.client_id === given.clientId, 'who it is')
    check(await isActive(tokens.refresh_token), 'the refresh token is active')
    await client.tokenRevocation(confidential, tokens.refresh_token)
    check(!(await isActive(tokens.access_token)) && !(await isActive(tokens.refresh_token)), 'revoked')
    const answer = await fetch(new URL(me, server), { headers: { authorization: `Bearer ${tokens.access_token}` } })
    check(answer.status === 401, 'the API refuses it too')
  },
  async 'client credentials'() {
    const tokens = await client.clientCredentialsGrant(confidential)
    check(await isActive(tokens.access_token), 'active')
    const error = await refused(() => client.clientCredentialsGrant(open))
    check(error.error === 'invalid_client', 'not without the secret')
  },
  async 'pushed authorization requests'() {
    for (const config of [open, confidential]) {
      const { parameters, checks } = await asking()
      const address = await client.buildAuthorizationUrlWithPAR(config, parameters)
      check([...address.searchParams.keys()].sort().join() === 'client_id,request_uri', 'nothing else is named')
      await client.authorizationCodeGrant(config, await browser.follow(address), checks)
    }
  },
  async 'DPoP, also with pushed requests and refresh'() {
    for (const algorithm of ['ES256', 'RS256']) {
      const DPoP = client.getDPoPHandle(open, await client.randomDPoPKeyPair(algorithm))
      const { parameters, checks } = await asking()
      const address = await client.buildAuthorizationUrlWithPAR(open, parameters, { DPoP })
      const place = await browser.follow(address)
      const tokens = await client.authorizationCodeGrant(open, place, checks, undefined, { DPoP })
      check(tokens.token_type === 'dpop', 'bound')
      const url = new URL(me, server)
      const taken = await client.fetchProtectedResource(
        open, tokens.access_token, url, 'GET', undefined, undefined, { DPoP })
      check(taken.status === 200, 'with the key')
      const stolen = await fetch(url, { headers: { authorization: `Bearer ${tokens.access_token}` } })
      check(stolen.status === 401, 'not without it')
      await client.fetchUserInfo(open, tokens.access_token, tokens.claims().sub, { DPoP })
      const error = await refused(() => client.refreshTokenGrant(open, tokens.refresh_token))
      check(error.error === 'invalid_dpop_proof', 'not refreshed without it')
      const next = await client.refreshTokenGrant(open, tokens.refresh_token, undefined, { DPoP })
      check(next.token_type === 'dpop', 'still bound')
    }
  },
  async 'DPoP with a nonce of the server'() {
    const config = await client.discovery(server, given.careful, undefined, client.None(), insecure)
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
    const tokens = await signIn(config, { options: { DPoP } })
    check(tokens.token_type === 'dpop', 'bound')
  },
  async 'max_age and acr_values'() {
    const tokens = await signIn(open, { more: { max_age: '600' }, checks: { maxAge: 600 } })
    check(typeof tokens.claims().auth_time === 'number', 'auth_time')
    const { parameters } = await asking({
      acr_values: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
    })
    const place = await browser.follow(client.buildAuthorizationUrl(open, parameters))
    check(place.pathname === '/oauth/account/step-up', 'asked for a second factor')
    const silent = await browser.follow(
      client.buildAuthorizationUrl(open, { ...parameters, prompt: 'none' }))
    check(silent.searchParams.get('error') === 'login_required', 'or told that it is missing')
  },
  async 'of 50 exchanges of one code one succeeds, and the others end what it gave'() {
    const { parameters, checks } = await asking()
    const place = await browser.follow(client.buildAuthorizationUrl(open, parameters))
    const form = new URLSearchParams({
      grant_type: 'authorization_code', client_id: given.clientId, code: place.searchParams.get('code'),
      redirect_uri: given.redirectUri, code_verifier: checks.pkceCodeVerifier,
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () =>
      fetch(new URL('/oauth/token', server), { method: 'POST', body: form })))
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    const given_ = bodies.filter(({ access_token }) => access_token)
    check(given_.length === 1, `one of 50, not ${given_.length}`)
    check(bodies.filter(({ error }) => error === 'invalid_grant').length === 49, 'the others are refused')
    check(!(await isActive(given_[0].access_token)), 'and end it')
  },
  async 'end session'() {
    const tokens = await signIn(open)
    const address = client.buildEndSessionUrl(open, {
      id_token_hint: tokens.id_token, post_logout_redirect_uri: given.redirectUri, state: 'bye',
    })
    const place = await browser.follow(address)
    check(place.href === `${given.redirectUri}?state=bye`, place.href)
    check(!(await isActive(tokens.access_token)), 'its tokens are over')
    const { parameters } = await asking({ prompt: 'none' })
    const silent = await browser.follow(client.buildAuthorizationUrl(open, parameters))
    check(silent.searchParams.get('error') === 'login_required', 'nobody is signed in')
  },
}

for (const [name, show] of Object.entries(SHOWN)) {
  await show().catch((error) => {
    console.error(`${name}:`, error, error.cause ?? '')
    process.exit(1)
  })
  console.log(name)
}
