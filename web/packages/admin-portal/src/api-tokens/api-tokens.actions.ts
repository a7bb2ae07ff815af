import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import { KEY } from './api-tokens.queries'
import { t } from './api-tokens.texts'
import { nameOf, type Scope, type Token } from './token'

interface NewToken {
  readonly scope: Scope
  readonly kind: Token['kind']
  readonly description: string
  readonly expiresInMinutes: number | null
  readonly roleIds: string[]
}

export interface MadeToken {
  readonly secret: string
  /** Client credentials have one. */
  readonly clientId?: string
}

export const createToken = defineAction({
  call(api, { scope, kind, roleIds, ...own }: NewToken): Promise<MadeToken> {
    const tenants = { body: { ...own, roleIds } }
    if (kind === 'accessToken') {
      return scope === 'tenant'
        ? unwrap(api.POST('/identity/resources/tenants/access-tokens/v1', tenants))
        : unwrap(api.POST('/identity/resources/users/access-tokens/v1', { body: own }))
    }
    return scope === 'tenant'
      ? unwrap(api.POST('/identity/resources/tenants/api-tokens/v2', tenants))
      : unwrap(api.POST('/identity/resources/users/api-tokens/v1', { body: own }))
  },
  invalidates: [KEY],
})

interface TokenChange {
  readonly token: Token
  readonly description?: string
  readonly roleIds?: string[]
  /** The roles that the change started from: the server keeps what others change meanwhile. */
  readonly baseRoleIds?: string[]
}

/** Of the organization's client credentials; what is not given stays. */
export const changeToken = defineAction({
  call: (api, { token, ...body }: TokenChange) =>
    unwrap(
      api.PATCH('/identity/resources/tenants/api-tokens/v1/{token_id}', {
        params: { path: { token_id: token.id } },
        body,
      }),
    ),
  invalidates: [KEY],
  done: ({ token }, { description }) => t('edit.done', { name: description || nameOf(token) }),
})

export const deleteToken = defineAction({
  call(api, { scope, token }: { readonly scope: Scope; readonly token: Token }) {
    const of = scope === 'tenant' ? 'tenants' : 'users'
    const params = { params: { path: { token_id: token.id } } }
    return token.kind === 'accessToken'
      ? unwrap(api.DELETE(`/identity/resources/${of}/access-tokens/v1/{token_id}`, params))
      : unwrap(api.DELETE(`/identity/resources/${of}/api-tokens/v1/{token_id}`, params))
  },
  invalidates: [KEY],
  done: ({ token }) => t('delete.done', { name: nameOf(token) }),
  deletedIds: ({ token }) => [token.id],
})
