/** A product that signs its people in with the packages; the page says with which options. */

import { browserNavigation, hashNavigation, LoginBox, loginRoutes } from '@gatehouse/login'
import {
  ContentGuard,
  GatehouseProvider,
  SignedIn,
  SignedOut,
  SteppedUpGuard,
  useAuth,
  useAuthUser,
  useLoginWithRedirect,
  useTenants,
} from '@gatehouse/react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'

declare global {
  var told: object[]
}

const read = (id: string) => JSON.parse(document.getElementById(id)?.textContent || '{}')
const [provider, login] = [read('provider'), read('login')]
const isHash = provider.urlStrategy === 'hash'
const navigation = isHash ? hashNavigation() : browserNavigation()
const routes = loginRoutes(login.routes, login.under)
globalThis.told = []

const usePath = () =>
  useSyncExternalStore(
    (listener) => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => (isHash ? location.hash.slice(1) : location.pathname).split('?')[0] ?? '',
  )

function Product() {
  const path = usePath()
  const isLogin = Object.values(routes).some((route) => path === route && route !== routes.authenticatedUrl)
  return isLogin ? (
    <LoginBox
      navigation={navigation}
      routes={routes}
      {...(login.redirects && { redirects: login.redirects })}
      onEvent={(event) => globalThis.told.push(event)}
    />
  ) : (
    <main>
      <h1>Product {path}</h1>
      <SignedOut>
        <SignIn />
      </SignedOut>
      <SignedIn>
        <Inside secret={path.endsWith('/secret')} />
      </SignedIn>
    </main>
  )
}

function SignIn() {
  const signIn = useLoginWithRedirect()
  return <Button onClick={() => signIn()}>Sign in here</Button>
}

function Inside({ secret }: { readonly secret: boolean }) {
  const user = useAuthUser()
  const { logout } = useAuth()
  const { tenants, activeTenant, switchTenant } = useTenants()
  return (
    <>
      <p>
        {user.email} in {activeTenant?.name}
      </p>
      <ContentGuard permissions={['fe.secure.write.users']} fallback={<p>May invite nobody</p>}>
        <p>May invite people</p>
      </ContentGuard>
      <ContentGuard roles={['Admin']} fallback={<p>No administrator</p>}>
        <p>An administrator</p>
      </ContentGuard>
      {secret && (
        <SteppedUpGuard maxAge={600} fallback={<p>Hidden</p>}>
          <p>The secret</p>
        </SteppedUpGuard>
      )}
      {tenants.map(({ tenantId, name }) => (
        <Button key={tenantId} onClick={() => switchTenant(tenantId)}>
          To {name}
        </Button>
      ))}
      <Button onClick={() => logout()}>Sign out here</Button>
    </>
  )
}

const Button = ({ onClick, children }: { readonly onClick: () => unknown; readonly children: ReactNode }) => (
  <button type="button" onClick={() => void onClick()}>
    {children}
  </button>
)

createRoot(document.getElementById('root') as HTMLElement).render(
  <GatehouseProvider {...provider}>
    <Product />
  </GatehouseProvider>,
)
