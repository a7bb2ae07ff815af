import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../../shared/action'
import { makeKey } from '../key'
import { t } from '../privacy.texts'

const PASSKEYS = ['passkeys']

export const passkeysQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: PASSKEYS,
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/identity/resources/users/webauthn/v1/devices', { signal }))).devices,
  })

/** Whether people sign in with passkeys here. */
export const passkeysOfferedQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['auth-strategies'],
    queryFn: async ({ signal }) => {
      const path = '/identity/resources/configurations/v1/auth/strategies/public'
      const { secondaryAuthStrategies } = await unwrap(api.GET(path, { signal }))
      return secondaryAuthStrategies.some(({ strategy, isActive }) => strategy === 'Passkeys' && isActive)
    },
  })

export const addPasskey = defineAction<void, unknown>({
  async call(api) {
    const { options } = await unwrap(api.POST('/identity/resources/users/webauthn/v1/devices'))
    const { id, response, authenticatorAttachment } = await makeKey(options)
    const { clientDataJSON, attestationObject, transports = [] } = response
    return unwrap(
      api.POST('/identity/resources/users/webauthn/v1/devices/verify', {
        body: {
          id,
          response: { clientDataJSON, attestationObject, transports },
          ...(authenticatorAttachment && { authenticatorAttachment }),
        },
      }),
    )
  },
  invalidates: [PASSKEYS],
  done: () => t('passkeys.added'),
})

export const removePasskey = defineAction({
  call: (api, { id }: { readonly id: string }) =>
    unwrap(
      api.DELETE('/identity/resources/users/webauthn/v1/devices/{device_id}', { params: { path: { device_id: id } } }),
    ),
  invalidates: [PASSKEYS],
  done: () => t('passkeys.removed'),
})
