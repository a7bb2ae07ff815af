import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../shared/action'
import { t } from './privacy.texts'

export const sessionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/users/sessions/v1/me', { signal })),
  })

export const passwordConfigQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['password-config'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/users/v1/passwords/config', { signal })),
  })

const invalidates = [['sessions']]

export const endSession = defineAction({
  call: (api, { id }: { readonly id: string; readonly device: string }) =>
    unwrap(
      api.DELETE('/identity/resources/users/sessions/v1/me/{session_id}', { params: { path: { session_id: id } } }),
    ),
  invalidates,
  done: ({ device }) => t('sessions.signedOut', { device }),
})

export const endOtherSessions = defineAction<void, unknown>({
  call: (api) => unwrap(api.DELETE('/identity/resources/users/sessions/v1/me/all')),
  invalidates,
  done: () => t('sessions.othersDone'),
})

export const changePassword = defineAction({
  call: (api, body: { readonly password: string; readonly newPassword: string }) =>
    unwrap(api.POST('/identity/resources/users/v1/passwords/change', { body })),
  invalidates,
  done: () => t('password.saved'),
})
