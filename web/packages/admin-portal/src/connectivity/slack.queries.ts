import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { SlackConfiguration } from '../wire'
import { KEY } from './subscriptions.queries'

export const SLACK_KEY = [...KEY, 'slack'] as const
const SLACK = '/integrations/resources/configurations/v1/slack'

export const slackQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...SLACK_KEY, 'configuration'],
    queryFn: ({ signal }): Promise<SlackConfiguration> => unwrap(api.GET(SLACK, { signal })),
  })

/** Where a workspace is connected. Refused where the vendor has no app at Slack. */
export const applicationQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...SLACK_KEY, 'application'],
    queryFn: ({ signal }) => unwrap(api.GET(`${SLACK}/applications`, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Of the connected workspace, by name. */
export const channelsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...SLACK_KEY, 'channels'],
    queryFn: ({ signal }) => unwrap(api.GET(`${SLACK}/channels`, { signal })),
    staleTime: 60_000,
  })
