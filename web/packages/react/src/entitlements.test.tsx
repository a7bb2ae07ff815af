import { createSession } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, refusal, signedIn } from '@gatehouse/sdk/testing'
import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Component, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { type Attributes, Entitlement, GatehouseProvider, SignedIn, useEntitlements } from './index'

const server = cannedServer(...boot())

const BETA = { attribute: 'beta', op: 'is', negate: false, value: { boolean: true } }
const ANSWER = {
  features: {
    sso: { planIds: [], expireTime: -1, linkedPermissions: [], featureFlag: null },
    audits: { planIds: [], expireTime: 1, linkedPermissions: ['audits.read'], featureFlag: null },
    labs: {
      planIds: [],
      expireTime: null,
      linkedPermissions: [],
      featureFlag: {
        on: true,
        offTreatment: 'false',
        defaultTreatment: 'false',
        rules: [{ conditionLogic: 'and', conditions: [BETA], treatment: 'true' }],
      },
    },
  },
  plans: {},
  permissions: { 'audits.*': true },
}

const answers = () => http.get('*/entitlements/api/v2/user-entitlements', () => HttpResponse.json(ANSWER))

class Caught extends Component<{ children: ReactNode }> {
  override state = { message: '' }
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render = () => this.state.message || this.props.children
}

function show(children: ReactNode, entitlements = true) {
  const environment = fakeBrowser().tab('http://gatehouse.test/')
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment, entitlements })
  render(
    <Caught>
      <GatehouseProvider session={session}>
        <SignedIn>{children}</SignedIn>
      </GatehouseProvider>
    </Caught>,
  )
}

function Reason({ of, attributes }: { of: string; attributes?: Attributes }) {
  const { isEntitled, justification } = useEntitlements({ featureKey: of }, attributes)
  return (
    <p>
      {of}: {isEntitled ? 'yes' : justification}
    </p>
  )
}

test('what was given is shown, and the rest says why not', async () => {
  server.use(...signedIn(), answers())
  show(
    <>
      <Reason of="sso" />
      <Reason of="audits" />
      <Reason of="export" />
      <Entitlement permission="audits.read" fallback="No audits">
        Audits
      </Entitlement>
    </>,
  )
  expect(await screen.findByText('sso: yes')).toBeVisible()
  expect(screen.getByText('audits: BUNDLE_EXPIRED')).toBeVisible()
  expect(screen.getByText('export: MISSING_FEATURE')).toBeVisible()
  expect(screen.getByText('No audits')).toBeVisible()
})

test('rules may ask for what only the product knows', async () => {
  server.use(...signedIn(), answers())
  show(
    <>
      <Reason of="labs" />
      <Entitlement feature="labs" attributes={{ beta: true }}>
        Laboratory
      </Entitlement>
    </>,
  )
  expect(await screen.findByText('Laboratory')).toBeVisible()
  expect(screen.getByText('labs: MISSING_FEATURE')).toBeVisible()
})

test('without an answer people are in, and nothing is theirs', async () => {
  server.use(
    ...signedIn(),
    http.get('*/entitlements/api/v2/user-entitlements', () => refusal(403, 'Not you')),
  )
  show(<Reason of="sso" />)
  expect(await screen.findByText('sso: MISSING_FEATURE')).toBeVisible()
})

test('asked without the option, it says which one', async () => {
  server.use(...signedIn())
  show(<Reason of="sso" />, false)
  expect(await screen.findByText(/must first be enabled in the provider options/)).toBeVisible()
})
