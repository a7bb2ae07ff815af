// A product's page on a published client: what the client believes, and a button for each thing it can do.
import * as client from '@frontegg/react'
import React from 'react'
import { createRoot } from 'react-dom/client'

const { steppedUpFor, ...options } = window.PRODUCT
const has = (name) => typeof client[name] === 'function'

function SteppedUp() {
  const isSteppedUp = client.useIsSteppedUp({ maxAge: steppedUpFor })
  const stepUp = client.useStepUp()
  return (
    <>
      <output id="stepped-up">{String(isSteppedUp)}</output>
      <button onClick={() => stepUp({ maxAge: steppedUpFor })}>Step up</button>
    </>
  )
}

function Product() {
  const { user, isAuthenticated } = client.useAuth()
  const signIn = client.useLoginWithRedirect()
  const { logout, requestAuthorize } = client.useAuthActions()
  return (
    <>
      <output id="person">{isAuthenticated ? user.email : 'nobody'}</output>
      <output id="token">{isAuthenticated ? user.accessToken : ''}</output>
      <output id="roles">{isAuthenticated ? user.roles.map(({ key }) => key).join(' ') : ''}</output>
      <button onClick={() => signIn()}>Sign in</button>
      <button onClick={() => requestAuthorize(false)}>Renew</button>
      <button onClick={() => logout()}>Sign out</button>
      {has('useStepUp') && <SteppedUp />}
    </>
  )
}

createRoot(document.getElementById('root')).render(
  <client.FronteggProvider {...options}>
    <Product />
  </client.FronteggProvider>,
)
