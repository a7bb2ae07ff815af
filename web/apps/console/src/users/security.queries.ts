import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { UserFactor, UserIdentity, UserSession } from '../wire'
import { KEY } from './users.queries'

/** Query key for details that are read in addition to the user's row. */
export const partKey = (userId: string, part: string) => [...KEY, 'parts', userId, part] as const
export const pathParams = (userId: string) => ({ params: { path: { user_id: userId } } })
const ONE = '/identity/resources/vendor-only/users/v1/{user_id}'

export const sessionsQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: partKey(userId, 'sessions'),
    queryFn: ({ signal }): Promise<UserSession[]> =>
      unwrap(api.GET(`${ONE}/sessions`, { ...pathParams(userId), signal })),
  })

export const factorsQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: partKey(userId, 'factors'),
    queryFn: ({ signal }): Promise<UserFactor[]> =>
      unwrap(api.GET(`${ONE}/factors`, { ...pathParams(userId), signal })),
  })

export const identitiesQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: partKey(userId, 'identities'),
    queryFn: ({ signal }): Promise<UserIdentity[]> =>
      unwrap(api.GET(`${ONE}/identities`, { ...pathParams(userId), signal })),
  })
