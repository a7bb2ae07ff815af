import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { SsoConnection, SsoDomain, SsoGroup, SsoLink } from '../wire'
import { KEY } from './sso.queries'
import { t } from './sso.texts'

const ALL = '/team/resources/sso/v1/configurations'
const ONE = '/team/resources/sso/v1/configurations/{connection_id}'
const DOMAIN = '/team/resources/sso/v1/configurations/{connection_id}/domains/{domain_id}'
const pathOf = (id: string) => ({ params: { path: { connection_id: id } } })
const domainOf = ({ id, domain }: OfDomain) => ({ params: { path: { connection_id: id, domain_id: domain.id } } })
const groupOf = ({ id, group }: OfGroup) => ({ params: { path: { connection_id: id, group_id: group.id } } })

export type ConnectionType = SsoConnection['type']

/** What of a connection is typed in. */
export interface ConnectionValues {
  readonly ssoEndpoint: string
  readonly idpEntityId: string
  readonly publicCertificate: string
  readonly signRequest: boolean
  readonly idpInitiated: boolean
  readonly oidcClientId: string
  readonly oidcSecret: string
  readonly enabled: boolean
  readonly enforced: boolean
  readonly oidcScopes: string[]
  readonly emailClaim: string
  readonly groupsClaims: string[]
  readonly groupsSeparator: string
}
interface Of {
  readonly id: string
}
interface OfDomain extends Of {
  readonly domain: SsoDomain
}
interface OfGroup extends Of {
  readonly group: SsoGroup
}

export const createConnection = defineAction({
  call: (api, type: ConnectionType): Promise<SsoConnection> =>
    unwrap(api.POST(ALL, { body: { type, enabled: false } })),
  invalidates: [KEY],
})

export const changeConnection = defineAction({
  call: (api, { id, values }: Of & { readonly values: Partial<ConnectionValues> }) =>
    unwrap(api.PATCH(ONE, { ...pathOf(id), body: values })),
  invalidates: [KEY],
  done: () => t('saved'),
})

export const switchConnection = (
  id: string,
  name: 'enabled' | 'enforced' | 'signRequest' | 'idpInitiated' | 'oidcLogout' | 'ssoByPost',
) =>
  defineAction({
    call: (api, isOn: boolean) => unwrap(api.PATCH(ONE, { ...pathOf(id), body: { [name]: isOn } })),
    invalidates: [KEY],
  })

export const deleteConnection = defineAction({
  call: (api, { id }: Of & { readonly name: string }) => unwrap(api.DELETE(ONE, pathOf(id))),
  invalidates: [KEY],
  done: ({ name }) => t('delete.done', { name }),
})

export const readMetadata = defineAction({
  call: (api, { id, metadata }: Of & { readonly metadata: string }) =>
    unwrap(api.PUT(`${ONE}/metadata`, { ...pathOf(id), body: { metadata } })),
  invalidates: [KEY],
  done: () => t('metadata.done'),
})

export const fetchMetadata = defineAction({
  call: (api, { id, url }: Of & { readonly url: string }) =>
    unwrap(api.PUT(`${ONE}/metadata-url`, { ...pathOf(id), body: { url } })),
  invalidates: [KEY],
  done: () => t('metadata.done'),
})

export const addDomain = defineAction({
  call: (api, { id, domain }: Of & { readonly domain: string }) =>
    unwrap(api.POST(`${ONE}/domains`, { ...pathOf(id), body: { domain } })),
  invalidates: [KEY],
})

export const removeDomain = defineAction({
  call: (api, input: OfDomain) => unwrap(api.DELETE(DOMAIN, domainOf(input))),
  invalidates: [KEY],
  done: ({ domain }) => t('domains.removed', { domain: domain.domain }),
})

export const validateDomain = defineAction({
  call: (api, input: OfDomain) =>
    unwrap(
      api.PUT('/team/resources/sso/v2/configurations/{connection_id}/domains/{domain_id}/validate', domainOf(input)),
    ),
  invalidates: [KEY],
  done: ({ domain }) => t('domains.validated', { domain: domain.domain }),
})

export const mailCode = defineAction({
  call: (api, input: OfDomain & { readonly mailbox: Mailbox }) =>
    unwrap(api.PUT(`${DOMAIN}/validate/email`, { ...domainOf(input), body: { mailbox: input.mailbox } })),
  invalidates: [],
})

export const MAILBOXES = ['postmaster', 'admin', 'administrator', 'hostmaster', 'webmaster'] as const
export type Mailbox = (typeof MAILBOXES)[number]

export const enterCode = defineAction({
  call: (api, input: OfDomain & { readonly code: string }) =>
    unwrap(api.PUT(`${DOMAIN}/validate/email/code`, { ...domainOf(input), body: { code: input.code } })),
  invalidates: [KEY],
  done: ({ domain }) => t('domains.validated', { domain: domain.domain }),
})

export const setRoles = defineAction({
  call: (api, { id, ...body }: Of & { readonly roleIds: string[]; readonly baseRoleIds: string[] }) =>
    unwrap(api.PUT(`${ONE}/roles`, { ...pathOf(id), body })),
  invalidates: [KEY],
  done: () => t('saved'),
})

interface GroupValues {
  readonly group: string
  readonly roleIds: string[]
}

export const addGroup = defineAction({
  call: (api, { id, ...body }: Of & GroupValues) => unwrap(api.POST(`${ONE}/groups`, { ...pathOf(id), body })),
  invalidates: [KEY],
})

export const changeGroup = defineAction({
  call: (
    api,
    { id, group, values }: OfGroup & { readonly values: Partial<GroupValues> & { readonly baseRoleIds: string[] } },
  ) => unwrap(api.PATCH(`${ONE}/groups/{group_id}`, { ...groupOf({ id, group }), body: values })),
  invalidates: [KEY],
})

export const removeGroup = defineAction({
  call: (api, input: OfGroup) => unwrap(api.DELETE(`${ONE}/groups/{group_id}`, groupOf(input))),
  invalidates: [KEY],
  done: ({ group }) => t('roles.groupRemoved', { name: group.group }),
})

export const releaseLink = defineAction({
  call: (api, { id, link }: Of & { readonly link: SsoLink }) =>
    unwrap(api.DELETE(`${ONE}/links/{link_id}`, { params: { path: { connection_id: id, link_id: link.id } } })),
  invalidates: [KEY],
  done: ({ link }) => t('links.released', { name: link.email || link.subject }),
})

export const releaseLinks = defineAction({
  call: (api, { id }: Of) => unwrap(api.DELETE(`${ONE}/links`, pathOf(id))),
  invalidates: [KEY],
  done: () => t('links.releasedAll'),
})

export const beginTest = defineAction({
  call: (api, id: string) => unwrap(api.POST(`${ONE}/tests`, pathOf(id))),
  invalidates: [],
})
