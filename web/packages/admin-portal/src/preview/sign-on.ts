import type { DirectoryConnection, SsoConnection, SsoDomain } from '../wire'
import { type Answers, PreviewError, withBody } from './answers'
import { ago, change, newId, remove, TENANT_ID } from './sample'
import type { World } from './world'

/** Single sign-on and directories. */
export function signOn(world: World): Answers {
  return { ...connections(world), ...directories() }
}

function connections({ roles }: World): Answers {
  const SSO = '/team/resources/sso/v1/configurations'
  const ONE = `${SSO}/{connection_id}`
  const connection = (type: SsoConnection['type'], more: Partial<SsoConnection> = {}): SsoConnection => ({
    id: newId(),
    type,
    enabled: false,
    enforced: false,
    overrideActiveTenant: true,
    ssoEndpoint: '',
    sloEndpoint: '',
    sloUrl: `${location.origin}/auth/saml/logout`,
    sloByPost: false,
    oidcLogout: false,
    oidcLogoutUri: `${location.origin}/auth/oidc/logout`,
    oidcBackchannelLogoutUri: `${location.origin}/auth/oidc/backchannel-logout`,
    idpEntityId: '',
    publicCertificate: '',
    certificates: [],
    signRequest: false,
    idpInitiated: false,
    ssoByPost: false,
    oidcScopes: [],
    emailClaim: '',
    groupsClaims: [],
    groupsSeparator: '',
    acsUrl: `${location.origin}/auth/saml/callback`,
    spEntityId: `${location.origin}/auth/saml/metadata`,
    metadataSource: 'form',
    metadataUrl: '',
    oidcClientId: '',
    oidcSecret: '',
    skipEmailDomainValidation: false,
    oidcRedirectUri: `${location.origin}/account/oidc/callback`,
    generatedVerification: 'gatehouse-verification=preview',
    domains: [],
    roleIds: [],
    groups: [],
    createdAt: ago(0),
    updatedAt: ago(0),
    ...more,
  })
  const domain = (name: string, validated: boolean): SsoDomain => ({
    id: newId(),
    domain: name,
    validated,
    txtRecord: 'gatehouse-verification=preview',
  })
  const all = [
    connection('okta', {
      enabled: true,
      ssoEndpoint: 'https://example.okta.com/app/sso/saml',
      domains: [domain('example.com', true)],
      roleIds: roles.filter(({ isDefault }) => isDefault).map(({ id }) => id),
      createdAt: ago(120),
    }),
  ]
  const one = (id: string | undefined) => (row: SsoConnection) => row.id === id
  function findConnection(id: string | undefined): SsoConnection {
    const found = all.find(one(id))
    if (!found) throw new PreviewError(404, 'There is no such connection')
    return found
  }
  return {
    [`GET ${SSO}`]: () => all,
    [`POST ${SSO}`]: withBody<Pick<SsoConnection, 'type'>>(({ body }) => {
      const made = connection(body.type, body)
      all.push(made)
      return made
    }),
    [`PATCH ${ONE}`]: withBody<Partial<SsoConnection>>(({ path, body }) => change(all, one(path.connection_id), body)),
    [`DELETE ${ONE}`]: ({ path }) => remove(all, one(path.connection_id)),
    [`GET ${ONE}/links`]: () => ({ items: [], _metadata: { totalItems: 0, totalPages: 0 } }),
    [`DELETE ${ONE}/links`]: () => ({ released: 0 }),
    'GET /team/resources/sso/v1/users/{user_id}/links': () => [],
    [`POST ${ONE}/domains`]: withBody<{ domain: string }>(({ path, body }) => {
      const made = domain(body.domain, false)
      findConnection(path.connection_id).domains.push(made)
      return made
    }),
    [`DELETE ${ONE}/domains/{domain_id}`]: ({ path }) =>
      remove(findConnection(path.connection_id).domains, ({ id }) => id === path.domain_id),
    'PUT /team/resources/sso/v2/configurations/{connection_id}/domains/{domain_id}/validate': ({ path }) =>
      change(findConnection(path.connection_id).domains, ({ id }) => id === path.domain_id, { validated: true }),
    [`PUT ${ONE}/roles`]: withBody<{ roleIds: string[] }>(
      ({ path, body }) => void change(all, one(path.connection_id), { roleIds: body.roleIds }),
    ),
    [`POST ${ONE}/groups`]: withBody<{ group: string; roleIds?: string[] }>(({ path, body }) => {
      const made = { id: newId(), group: body.group, roleIds: body.roleIds ?? [] }
      findConnection(path.connection_id).groups.push(made)
      return made
    }),
    [`PATCH ${ONE}/groups/{group_id}`]: withBody<{ group?: string; roleIds?: string[] }>(({ path, body }) =>
      change(findConnection(path.connection_id).groups, ({ id }) => id === path.group_id, body),
    ),
    [`DELETE ${ONE}/groups/{group_id}`]: ({ path }) =>
      remove(findConnection(path.connection_id).groups, ({ id }) => id === path.group_id),
  }
}

function directories(): Answers {
  const DIRECTORY = '/directory/resources/v1/configurations/scim2'
  const connection = (connectionName: string, source: DirectoryConnection['source']): DirectoryConnection => ({
    id: newId(),
    tenantId: TENANT_ID,
    connectionName,
    source,
    syncToUserManagement: true,
    createdAt: ago(0),
    lastSync: null,
    tokenMadeAt: ago(0),
    baseUrl: `${location.origin}/scim/v2`,
  })
  const all: DirectoryConnection[] = [
    { ...connection('Company directory', 'okta'), lastSync: ago(0.1), createdAt: ago(120) },
  ]
  const one = (id: string | undefined) => (row: DirectoryConnection) => row.id === id
  // A sample value that the server does not know.
  const token = 'this-is-a-preview-and-opens-nothing'
  return {
    [`GET ${DIRECTORY}`]: () => all,
    [`POST ${DIRECTORY}`]: withBody<Pick<DirectoryConnection, 'connectionName' | 'source'>>(({ body }) => {
      const made = connection(body.connectionName, body.source)
      all.push(made)
      return { id: made.id, connectionName: made.connectionName, token, baseUrl: made.baseUrl }
    }),
    [`PATCH ${DIRECTORY}/{connection_id}`]: withBody<Partial<DirectoryConnection>>(({ path, body }) =>
      change(all, one(path.connection_id), body),
    ),
    [`POST ${DIRECTORY}/{connection_id}/token`]: ({ path }) => {
      const { id, connectionName, baseUrl } = change(all, one(path.connection_id), { tokenMadeAt: ago(0) }) ?? {}
      return { id, connectionName, token, baseUrl }
    },
    [`DELETE ${DIRECTORY}/{connection_id}`]: ({ path }) => remove(all, one(path.connection_id)),
    'GET /directory/resources/scim/temp/{connection_id}/Users/count': () => ({ count: 12 }),
  }
}
