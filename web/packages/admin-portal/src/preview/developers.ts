import type { Delivery, EventChannel, SlackConfiguration, WebhookAnswer } from '../wire'
import { type Answers, withBody } from './answers'
import { ago, change, newId, remove, TENANT_ID, VENDOR_ID } from './sample'
import type { World } from './world'

/** API tokens, webhooks, and who is told of what. */
export function developers(world: World): Answers {
  return { ...tokens(world), ...webhooks(), ...answerChannels() }
}

function tokens({ users, roles }: World): Answers {
  interface Token {
    readonly clientId: string
    readonly description: string
    readonly metadata: object
    readonly createdAt: string
    readonly expires?: string | null
    readonly roleIds: string[]
  }
  type Wish = Partial<Pick<Token, 'description' | 'roleIds'>> & { readonly expiresInMinutes?: number | null }
  const made = ({ description = '', roleIds = [], expiresInMinutes }: Wish): Token => ({
    clientId: newId(),
    description,
    metadata: {},
    createdAt: ago(0),
    expires: expiresInMinutes ? ago(-expiresInMinutes / 1440) : null,
    roleIds,
  })
  const ofTenant = [made({ description: 'Nightly import', roleIds: roles.slice(1, 2).map(({ id }) => id) })]
  const own = [made({ description: 'Command line', expiresInMinutes: 129_600 })]
  const asTenants = (token: Token) => ({
    ...token,
    tenantId: TENANT_ID,
    createdByUserId: users[0]?.id ?? null,
    permissionIds: [],
  })
  const asOwn = ({ roleIds, ...token }: Token) => token
  const one = (id: string | undefined) => (token: Token) => token.clientId === id
  // A sample value that the server does not know.
  const secret = 'this-is-a-preview-and-opens-nothing'
  const [TENANT, OWN] = ['/identity/resources/tenants/api-tokens', '/identity/resources/users/api-tokens/v1']
  return {
    'GET /identity/resources/configurations/v1/public': () => ({
      authStrategy: 'EmailAndPassword',
      allowSignups: true,
      allowNotVerifiedUsersLogin: false,
      apiTokensEnabled: true,
      forcePermissions: true,
      machineToMachineAuthStrategy: 'ClientCredentials',
    }),
    [`GET ${TENANT}/v1`]: () => ofTenant.map(asTenants),
    [`GET ${OWN}`]: () => own.map(asOwn),
    'GET /identity/resources/tenants/access-tokens/v1': () => ({ accessTokens: [] }),
    'GET /identity/resources/users/access-tokens/v1': () => ({ accessTokens: [] }),
    [`POST ${TENANT}/v2`]: withBody<Wish>(({ body }) => {
      const token = made(body)
      ofTenant.unshift(token)
      return { ...asTenants(token), secret }
    }),
    [`PATCH ${TENANT}/v1/{token_id}`]: withBody<Partial<Token>>(({ path, body }) => {
      const after = change(ofTenant, one(path.token_id), body)
      return after && asTenants(after)
    }),
    [`POST ${OWN}`]: withBody<Wish>(({ body }) => {
      const token = made(body)
      own.unshift(token)
      return { ...asOwn(token), secret }
    }),
    [`DELETE ${TENANT}/v1/{token_id}`]: ({ path }) => remove(ofTenant, one(path.token_id)),
    [`DELETE ${OWN}/{token_id}`]: ({ path }) => remove(own, one(path.token_id)),
  }
}

const KINDS = [
  ['frontegg.user.invitedToTenant', 'User invited', 'Users'],
  ['frontegg.group.created', 'Group created', 'Groups'],
] as const

const facts = { vendorId: VENDOR_ID, createdAt: ago(400), updatedAt: ago(400) }
const EVENTS = KINDS.map(([key, displayName, category]) => {
  const categoryId = newId()
  const event = { ...facts, id: newId(), key, displayName, description: displayName, categoryId }
  return { event, category: { ...facts, id: categoryId, name: category } }
})

function webhooks(): Answers {
  const hook = (displayName: string, url: string, more: Partial<WebhookAnswer> = {}): WebhookAnswer => ({
    _id: newId(),
    displayName,
    description: '',
    url,
    secret: null,
    eventKeys: [KINDS[0][0]],
    isActive: false,
    isOrdered: false,
    invocations: 0,
    createdAt: ago(0),
    updatedAt: ago(0),
    ...more,
  })
  const all = [hook('CRM', 'https://crm.example.com/hooks', { isActive: true, invocations: 214, createdAt: ago(80) })]
  const log: Delivery[] = all.map(({ _id }) => ({
    id: newId(),
    webhookId: _id,
    tenantId: TENANT_ID,
    vendorId: VENDOR_ID,
    eventId: newId(),
    eventKey: KINDS[0][0],
    body: '{}',
    status: 'delivered',
    attempts: 1,
    statusCode: 200,
    answer: 'ok',
    lastAttemptAt: ago(0.3),
    createdAt: ago(0.3),
  }))
  const one = (id: string | undefined) => (webhook: WebhookAnswer) => webhook._id === id
  return {
    'GET /webhook': () => all,
    'POST /webhook/custom': withBody<Pick<WebhookAnswer, 'displayName' | 'url'>>(({ body }) => {
      const made = hook(body.displayName, body.url, { ...body, secret: '••••••••' })
      all.push(made)
      return made
    }),
    'PATCH /webhook/{webhook_id}': withBody<Partial<WebhookAnswer>>(({ path, body }) =>
      change(all, one(path.webhook_id), body),
    ),
    'DELETE /webhook/{webhook_id}': ({ path }) => remove(all, one(path.webhook_id)),
    'POST /webhook/test': () => ({ statusCode: 200, body: 'ok' }),
    'GET /webhook/logs/': ({ query }) => {
      const rows = log.filter(({ webhookId }) => webhookId === query.get('id'))
      return { count: rows.length, rows }
    },
    'POST /webhook/logs/{delivery_id}/retries': () => ({ statusCode: 202 }),
    'GET /event/resources/configurations/v1': () => EVENTS.map(({ event, category }) => ({ ...event, category })),
    'GET /event/resources/configurations/v1/categories': () =>
      EVENTS.map(({ event, category }) => ({ ...category, events: [event] })),
  }
}

function answerChannels(): Answers {
  return {
    ...channel('/integrations/resources/configurations/v1/emails', 'ada.lovelace@example.com'),
    ...channel('/integrations/resources/configurations/v2/sms', '+15550109999'),
    ...slack(),
  }
}

type Subscription = EventChannel['subscriptions'][number]

function channel(address: string, recipient: string): Answers {
  const all: EventChannel[] = [
    {
      eventKey: KINDS[0][0],
      enabled: true,
      subscriptions: [{ id: newId(), name: 'Staff', enabled: true, recipients: [recipient] }],
      failures: [],
    },
  ]
  const findEvent = (key: string | undefined) => all.find(({ eventKey }) => eventKey === key)
  const ONE = `${address}/{event_key}`
  return {
    [`GET ${address}`]: () => all,
    [`POST ${ONE}`]: withBody<{ enabled: boolean; subscriptions: Omit<Subscription, 'id'>[] }>(({ path, body }) => {
      const made = body.subscriptions.map((subscription) => ({ id: newId(), ...subscription }))
      const known = findEvent(path.event_key)
      if (known) known.subscriptions.push(...made)
      else all.push({ eventKey: path.event_key ?? '', enabled: body.enabled, subscriptions: made, failures: [] })
    }),
    [`PATCH ${ONE}`]: withBody<{ enabled: boolean }>(
      ({ path, body }) => void change(all, ({ eventKey }) => eventKey === path.event_key, body),
    ),
    [`PUT ${ONE}/subscriptions/{subscription_id}`]: withBody<Omit<Subscription, 'id'>>(
      ({ path, body }) =>
        void change(findEvent(path.event_key)?.subscriptions ?? [], ({ id }) => id === path.subscription_id, body),
    ),
    [`DELETE ${ONE}/subscriptions/{subscription_id}`]: ({ path }) =>
      remove(findEvent(path.event_key)?.subscriptions ?? [], ({ id }) => id === path.subscription_id),
  }
}

function slack(): Answers {
  const SLACK = '/integrations/resources/configurations/v1/slack'
  type Row = SlackConfiguration['slackSubscriptions'][number]
  const rows: Row[] = [
    { id: newId(), isActive: true, slackEvents: [{ eventKey: KINDS[1][0], channelIds: ['C01ALERTS'] }] },
  ]
  const id = newId()
  return {
    [`GET ${SLACK}`]: () => ({
      id,
      isConnected: true,
      teamName: 'Example Company',
      slackSubscriptions: rows,
      failures: [],
    }),
    [`GET ${SLACK}/channels`]: () => [
      { id: 'C01ALERTS', name: 'alerts' },
      { id: 'C02SALES', name: 'sales' },
    ],
    [`GET ${SLACK}/applications`]: () => ({ clientId: 'preview', authorizeUrl: location.href }),
    [`POST ${SLACK}/subscriptions`]: withBody<Omit<Row, 'id'>>(({ body }) => void rows.push({ id: newId(), ...body })),
    [`PATCH ${SLACK}/subscription/{subscription_id}`]: withBody<Omit<Row, 'id'>>(
      ({ path, body }) => void change(rows, (row) => row.id === path.subscription_id, body),
    ),
    [`DELETE ${SLACK}/subscriptions/{subscription_id}`]: ({ path }) =>
      remove(rows, (row) => row.id === path.subscription_id),
  }
}
