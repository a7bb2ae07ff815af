import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { saveFile } from '@gatehouse/ui'
import { queryOptions } from '@tanstack/react-query'
import type { ErasuresPage, Person } from '../wire'
import { t } from './erasure.texts'
import { nameOf } from './people.actions'
import { KEY } from './people.queries'

const USERS = '/identity/resources/vendor-only/users/v1'
const of = ({ id }: Person) => ({ params: { path: { user_id: id } } })

export const SHOWN = 50
const ASK_AGAIN = 10_000

export const erasuresQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'erasures'],
    queryFn: ({ signal }): Promise<ErasuresPage> =>
      unwrap(api.GET(`${USERS}/erasures`, { params: { query: { limit: SHOWN } }, signal })),
    refetchInterval: ({ state }) => state.data?.items.some(({ finishedAt }) => !finishedAt) && ASK_AGAIN,
  })

/** One file, which the browser saves. */
export const exportPerson = defineAction({
  async call(api, person: Person) {
    const { data } = await api.GET(`${USERS}/{user_id}/export`, { ...of(person), parseAs: 'text' })
    saveFile(`${nameOf(person)}.jsonl`, String(data), 'application/jsonl')
  },
  touches: [],
  isLocal: true,
  done: (person) => t('exported', { name: nameOf(person) }),
  refused: (person, reason) => t('exportRefused', { name: nameOf(person), reason }),
})

interface Erasing {
  readonly person: Person
  readonly reason: string
}

export const erasePerson = defineAction({
  call: (api, { person, reason }: Erasing) =>
    unwrap(api.POST(`${USERS}/{user_id}/erase`, { ...of(person), body: { reason } })),
  touches: [KEY],
  done: (_, { pseudonym }) => t('begun', { pseudonym }),
})
