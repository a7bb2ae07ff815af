import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { saveFile } from '@gatehouse/ui'
import { queryOptions } from '@tanstack/react-query'
import type { ErasuresPage, VendorUser } from '../wire'
import { t } from './erasure.texts'
import { nameOf } from './users.actions'
import { KEY } from './users.queries'

const USERS = '/identity/resources/vendor-only/users/v1'
const pathParams = ({ id }: VendorUser) => ({ params: { path: { user_id: id } } })

export const SHOWN = 50
const ASK_AGAIN = 10_000

export const erasuresQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'erasures'],
    queryFn: ({ signal }): Promise<ErasuresPage> =>
      unwrap(api.GET(`${USERS}/erasures`, { params: { query: { limit: SHOWN } }, signal })),
    refetchInterval: ({ state }) => state.data?.items.some(({ finishedAt }) => !finishedAt) && ASK_AGAIN,
  })

/** Saves the data as a file. */
export const exportUser = defineAction({
  async call(api, user: VendorUser) {
    const { data } = await api.GET(`${USERS}/{user_id}/export`, { ...pathParams(user), parseAs: 'text' })
    saveFile(`${nameOf(user)}.jsonl`, String(data), 'application/jsonl')
  },
  invalidates: [],
  isLocal: true,
  done: (user) => t('exported', { name: nameOf(user) }),
  refused: (user, reason) => t('exportRefused', { name: nameOf(user), reason }),
})

interface ErasureRequest {
  readonly user: VendorUser
  readonly reason: string
}

export const eraseUser = defineAction({
  call: (api, { user, reason }: ErasureRequest) =>
    unwrap(api.POST(`${USERS}/{user_id}/erase`, { ...pathParams(user), body: { reason } })),
  invalidates: [KEY],
  done: (_, { pseudonym }) => t('begun', { pseudonym }),
})
