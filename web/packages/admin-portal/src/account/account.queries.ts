import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../shared/action'
import type { AccountSettings } from '../wire'
import { t } from './account.texts'

export const accountQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['account'],
    queryFn: ({ signal }) => unwrap(api.GET('/tenants/resources/account-settings/v1', { signal })),
  })

export type AccountChange = Partial<Pick<AccountSettings, 'name' | 'website' | 'address' | 'timezone' | 'currency'>>

/** An empty text clears. The company's name is also the tenant's, so the session learns of it. */
export const saveAccount = defineAction({
  call: (api, body: AccountChange) => unwrap(api.PUT('/tenants/resources/account-settings/v1', { body })),
  touches: [['account']],
  changesPerson: true,
  done: () => t('saved'),
})
