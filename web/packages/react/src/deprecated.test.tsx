import { createSession } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import {
  ContentGuard,
  Entitled,
  GatehouseProvider,
  Protect,
  SteppedUpGuard,
  TenantTree,
  useDisposal,
  useUnmount,
} from './index'

const SSO = { planIds: [], expireTime: -1, linkedPermissions: [], featureFlag: null }

cannedServer(
  ...boot(),
  ...signedIn(),
  http.get('*/entitlements/api/v2/user-entitlements', () =>
    HttpResponse.json({ features: { sso: SSO }, plans: {}, permissions: {} }),
  ),
)

test('deprecated names are those of the current components', () => {
  expect(ContentGuard).toBe(Protect)
  expect(useDisposal).toBe(useUnmount)
})

test('deprecated components work with their former properties', async () => {
  const environment = fakeBrowser().tab('http://gatehouse.test/')
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment, entitlements: true })
  render(
    <GatehouseProvider session={session}>
      <TenantTree hold={false} question={() => null} waiting="Waiting" failed={() => null}>
        <Entitled wanted={{ featureKey: 'sso' }}>
          <p>Single sign-on</p>
        </Entitled>
        <SteppedUpGuard isSilent fallback={<p>Hidden</p>}>
          Secret
        </SteppedUpGuard>
      </TenantTree>
    </GatehouseProvider>,
  )
  expect(screen.getByText('Waiting')).toBeVisible()
  expect(await screen.findByText('Single sign-on')).toBeVisible()
  expect(screen.getByText('Hidden')).toBeVisible()
})
