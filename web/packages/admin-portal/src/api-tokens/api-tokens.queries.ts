import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineTable } from '../shared/table-state'
import type { Scope, Token } from './token'

export const KEY = ['api-tokens'] as const

/** The newest first: what was just made stands at the top. */
export const tokensTable = defineTable({ start: { sort: 'createdAt', order: 'desc' } })

type Answered = Omit<Token, 'id' | 'kind' | 'roleIds'> & { readonly roleIds?: readonly string[] }

const tokenOf = (answer: Answered, id: string, kind: Token['kind']): Token => ({ roleIds: [], ...answer, id, kind })

/** Both kinds: those of before stay when the vendor changes what is offered. */
export const tokensQuery = (api: ApiClient, scope: Scope) =>
  queryOptions({
    queryKey: [...KEY, scope],
    async queryFn({ signal }): Promise<Token[]> {
      const of = scope === 'tenant' ? 'tenants' : 'users'
      const [credentials, { accessTokens }] = await Promise.all([
        unwrap(api.GET(`/identity/resources/${of}/api-tokens/v1`, { signal })),
        unwrap(api.GET(`/identity/resources/${of}/access-tokens/v1`, { signal })),
      ])
      return [
        ...credentials.map((answer) => tokenOf(answer, answer.clientId, 'credentials')),
        ...accessTokens.map((answer) => tokenOf(answer, answer.id, 'accessToken')),
      ]
    },
  })

/** Whether the vendor offers tokens, and of which kind. */
export const offerQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['public-configuration'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/configurations/v1/public', { signal })),
    select: ({ apiTokensEnabled, machineToMachineAuthStrategy }) => ({
      isOn: apiTokensEnabled,
      kind: machineToMachineAuthStrategy === 'AccessToken' ? ('accessToken' as const) : ('credentials' as const),
    }),
  })

/** Who made a token, while they are a member. */
export const makerQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: ['users', 'one', userId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/identity/resources/users/v1/{user_id}', { params: { path: { user_id: userId } }, signal })),
    retry: false,
  })
