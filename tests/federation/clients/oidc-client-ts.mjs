// oidc-client-ts, as browsers' applications use it, against a running server.

import { createRequire } from 'node:module'
import { Browser, check, refused } from './browser.mjs'

const given = JSON.parse(process.argv[2])
const { OidcClient, InMemoryWebStorage, WebStorageStateStore } = createRequire(import.meta.url)(
  `${given.modules}/oidc-client-ts/dist/umd/oidc-client-ts.js`,
)

const client = new OidcClient({
  authority: given.server,
  client_id: given.clientId,
  redirect_uri: given.redirectUri,
  post_logout_redirect_uri: given.redirectUri,
  scope: 'openid email profile',
  loadUserInfo: true,
  stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
})
const browser = new Browser(given.server)
await browser.signIn(given.email, given.password)

const request = await client.createSigninRequest({ nonce: 'n-1', state: { page: '/home' } })
const back = await browser.follow(request.url)
const user = await client.processSigninResponse(back.href)
check(user.profile.email === given.email && user.userState.page === '/home', 'signed in')
console.log('code with PKCE, state and nonce')
await refused(() => client.processSigninResponse(back.href))

const { refresh_token, id_token, scope, profile } = user
const state = { refresh_token, id_token, scope, profile, data: user.userState }
const next = await client.useRefreshToken({ state })
check(next.access_token && next.refresh_token !== user.refresh_token, 'refreshed')
console.log('refresh with rotation')

const leave = await client.createSignoutRequest({ id_token_hint: user.id_token, state: { why: 'done' } })
const left = await browser.follow(leave.url)
const answer = await client.processSignoutResponse(left.href)
check(answer.userState.why === 'done', 'signed out')
console.log('end session')
