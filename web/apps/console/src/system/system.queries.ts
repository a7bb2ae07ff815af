import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FailedJob } from '../wire'
import { t } from './system.texts'

const KEY = ['system'] as const

export const systemQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'state'],
    queryFn: ({ signal }) => unwrap(api.GET('/vendor/resources/system/v1', { signal })),
  })

/** Failed jobs per page. */
export const JOBS_OF_PAGE = 50

export const jobsQuery = (api: ApiClient, page = 1) =>
  queryOptions({
    queryKey: [...KEY, 'jobs', page],
    queryFn: ({ signal }) => {
      const query = { _offset: (page - 1) * JOBS_OF_PAGE, _limit: JOBS_OF_PAGE }
      return unwrap(api.GET('/vendor/resources/system/v1/jobs', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })

export const rotateKey = defineAction({
  call: (api, algorithm: 'ES256' | 'RS256') =>
    unwrap(api.POST('/vendor/resources/system/v1/keys/rotate', { body: { algorithm } })),
  invalidates: [[...KEY, 'state']],
  done: () => t('keys.rotated'),
})

const invalidates = [[...KEY, 'jobs']]
const pathParams = ({ id }: FailedJob) => ({ params: { path: { job_id: id } } })

export const retryJob = defineAction({
  call: (api, job: FailedJob) => unwrap(api.POST('/vendor/resources/system/v1/jobs/{job_id}/retry', pathParams(job))),
  invalidates,
  done: ({ name }) => t('failed.retried', { name }),
  refused: ({ name }, reason) => t('failed.notRetried', { name, reason }),
})

export const dropJob = defineAction({
  call: (api, job: FailedJob) => unwrap(api.DELETE('/vendor/resources/system/v1/jobs/{job_id}', pathParams(job))),
  invalidates,
  done: ({ name }) => t('failed.dropped', { name }),
})
