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

export type AccountChange = Partial<
  Pick<AccountSettings, 'name' | 'website' | 'address' | 'timezone' | 'currency' | 'dateFormat' | 'timeFormat'>
> & {
  /** A data URL, or null for none. */
  readonly logo?: string | null
}

/** An empty text clears. The company's name is also the tenant's, so the session learns of it. */
export const saveAccount = defineAction({
  call: (api, body: AccountChange) => unwrap(api.PUT('/tenants/resources/account-settings/v1', { body })),
  invalidates: [['account']],
  changesPerson: true,
  done: () => t('saved'),
})

export type CustomLoginChange = Partial<Pick<AccountSettings, 'alias' | 'loginUrl' | 'applicationUrl'>>

/** An empty text clears. The server refuses what changes nothing. */
export const saveCustomLogin = defineAction({
  call: (api, body: CustomLoginChange) => unwrap(api.PUT('/tenants/resources/account-settings/v1', { body })),
  invalidates: [['account']],
  changesPerson: true,
  done: () => t('customLogin.saved'),
})
