import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { UserEmail, UserPhone } from '../../wire'
import { partKey, pathParams } from '../security.queries'

export const EMAILS = '/identity/resources/users/emails/v1/vendor/{user_id}'
export const PHONES = '/identity/resources/users/phone-numbers/v1/vendor/{user_id}'

/** The primary address comes first. */
export const emailsQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: partKey(userId, 'emails'),
    queryFn: ({ signal }): Promise<UserEmail[]> => unwrap(api.GET(EMAILS, { ...pathParams(userId), signal })),
  })

export const phonesQuery = (api: ApiClient, userId: string) =>
  queryOptions({
    queryKey: partKey(userId, 'phones'),
    queryFn: ({ signal }): Promise<UserPhone[]> => unwrap(api.GET(PHONES, { ...pathParams(userId), signal })),
  })
