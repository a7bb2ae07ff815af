import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { Report } from '../wire'
import { nameOf } from './kind'
import { lookingBack, type Period, REPORTS } from './reports.queries'
import { t } from './reports.texts'

export const INTERVALS = ['never', 'daily', 'weekly', 'monthly'] as const
export type Interval = (typeof INTERVALS)[number]

interface Sending {
  readonly report: Report
  readonly to: string[]
  readonly period: Period
}

export const sendReport = defineAction({
  call: (api, { report, to, period }: Sending) =>
    unwrap(
      api.POST('/reports/engine/resources/triggers/v1/tenant-reports', {
        body: { templateId: report.id, to, dataFilters: lookingBack(period) },
      }),
    ),
  invalidates: [],
  done: ({ report, to }) => t('send.done', { name: nameOf(report), count: to.length }),
})

interface Scheduling {
  readonly report: Report
  readonly interval: Interval
  readonly zone: string
}

/** One that is switched off keeps how often it was sent. */
export const scheduleReport = defineAction({
  call: (api, { report, interval, zone }: Scheduling) =>
    unwrap(
      api.POST('/reports/resources/reports/v2/{template_id}/tenant-reports', {
        params: { path: { template_id: report.id } },
        body: {
          interval: interval === 'never' ? (report.schedule?.interval ?? 'weekly') : interval,
          tz: zone,
          active: interval !== 'never',
          // As far back as it is mailed often.
          dataFilters: '',
        },
      }),
    ),
  invalidates: [REPORTS],
  done: ({ report, interval }) => t(interval === 'never' ? 'schedule.off' : 'schedule.on', { name: nameOf(report) }),
})
