import { type ApiClient, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

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

/** One session, or all but this one. */
export function useEndSessions() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (which: { readonly id: string } | 'others') =>
      which === 'others'
        ? unwrap(api.DELETE('/identity/resources/users/sessions/v1/me/all'))
        : unwrap(
            api.DELETE('/identity/resources/users/sessions/v1/me/{session_id}', {
              params: { path: { session_id: which.id } },
            }),
          ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  })
}

export function useChangePassword() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly password: string; readonly newPassword: string }) =>
      unwrap(api.POST('/identity/resources/users/v1/passwords/change', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  })
}
