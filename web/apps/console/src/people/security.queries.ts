import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { PersonFactor, PersonIdentity, PersonSession } from '../wire'
import { KEY } from './people.queries'

/** Query key for details that are read in addition to the user's row. */
export const partKey = (userId: string, part: string) => [...KEY, 'parts', userId, part] as const
export const of = (userId: string) => ({ params: { path: { user_id: userId } } })
const ONE = '/identity/resources/vendor-only/users/v1/{user_id}'

export const sessionsQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: partKey(userId, 'sessions'),
    queryFn: ({ signal }): Promise<PersonSession[]> => unwrap(api.GET(`${ONE}/sessions`, { ...of(userId), signal })),
  })

export const factorsQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: partKey(userId, 'factors'),
    queryFn: ({ signal }): Promise<PersonFactor[]> => unwrap(api.GET(`${ONE}/factors`, { ...of(userId), signal })),
  })

export const identitiesQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: partKey(userId, 'identities'),
    queryFn: ({ signal }): Promise<PersonIdentity[]> => unwrap(api.GET(`${ONE}/identities`, { ...of(userId), signal })),
  })
