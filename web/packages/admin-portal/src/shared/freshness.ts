import { ApiError, isTransient } from '@gatehouse/api'
import type { Stale } from '@gatehouse/ui'
import { onlineManager, type UseQueryResult } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { t } from '../portal.texts'

interface Shown<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  /** Set while what is shown could not be brought up to date. */
  readonly stale: Stale | undefined
}

/**
 * What to show of a query. What was there stays, marked as old, while there is no network or the server is in trouble; a
 * refusal takes it away, because it says that this is not for this person, or not so any more.
 */
export function useStaleWhileError<Data>(query: UseQueryResult<Data>): Shown<Data> {
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline())
  const { data, error, fetchStatus, isFetching, isPlaceholderData, dataUpdatedAt: since } = query
  if (error && !isTransient(error)) return { data: undefined, error: isFetching ? null : error, stale: undefined }
  if (data === undefined) {
    return { data, error: failureOf(query), stale: undefined }
  }
  const isElsewhere = isPlaceholderData && fetchStatus === 'paused'
  const reason = isElsewhere ? 'waiting' : !isOnline ? 'offline' : error ? 'failed' : undefined
  return { data, error: null, stale: reason && { reason, since } }
}

type Asked = Pick<UseQueryResult, 'data' | 'error' | 'fetchStatus'>

/** Why a query has nothing to show; null while it has something, and while that is on its way. */
export function failureOf({ data, error, fetchStatus }: Asked): Error | null {
  if (data !== undefined || fetchStatus === 'fetching') return null
  return fetchStatus === 'paused' ? new ApiError(0, 'offline', [t('offline')]) : error
}

/** What a field lets people choose from, and why there is nothing. What an earlier search found answers no other. */
export function offerOf<Data>(query: UseQueryResult<Data>) {
  const { data, error, fetchStatus, isPending, isPlaceholderData } = query
  const failure = failureOf({ data: isPlaceholderData ? undefined : data, error, fetchStatus })
  return { data, isPending: isPending && !failure, failure }
}
