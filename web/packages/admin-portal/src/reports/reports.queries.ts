import { type ApiClient, unwrap } from '@gatehouse/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const KEY = ['reports'] as const
export const REPORTS = [...KEY, 'list'] as const

/** How far a report may look back, in days. */
export const PERIODS = ['7', '30', '90'] as const
export type Period = (typeof PERIODS)[number]

/** As the server reads it. */
export const lookingBack = (period: Period) => btoa(JSON.stringify({ days: Number(period) }))

export const reportsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: REPORTS,
    queryFn: ({ signal }) => unwrap(api.GET('/reports/resources/reports/v2/tenant-reports', { signal })),
  })

/** The report itself, as a page of HTML. */
export const pageQuery = (api: ApiClient, reportId: string, period: Period) =>
  queryOptions({
    queryKey: [...KEY, 'page', reportId, period],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/reports/engine/resources/triggers/v1/preview-report', {
          params: { query: { templateId: reportId, dataFilters: lookingBack(period), responseType: 'html' } },
          parseAs: 'text',
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
