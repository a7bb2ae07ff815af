import { useTenants } from '@gatehouse/react'
import { fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { timezones } from '../account/choices'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import type { Report } from '../wire'
import { nameOf } from './kind'
import { INTERVALS, type Interval, scheduleReport } from './reports.actions'
import { reportsQuery } from './reports.queries'
import { useT } from './reports.texts'

const schema = z.object({ interval: z.enum(INTERVALS), zone: z.string() })

/** How often it is mailed to the administrators, if at all. */
export function ScheduleDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const t = useT()
  const { activeTenant } = useTenants()
  const schedule = useAction(scheduleReport, { awaitRefetch: true })
  const readAgain = useReadAgain()
  const start = useMemo(() => startOf(report), [report])
  const zones = useMemo(() => zonesWith(start.zone), [start.zone])
  const dialog = useDialogForm({
    schema,
    start,
    async current() {
      const now = (await readAgain(reportsQuery)).find(({ id }) => id === report.id)
      return now && startOf(now)
    },
    save: (values) => schedule.run({ report, ...values }),
    onClose,
  })
  const isNever = useWatch({ control: dialog.form.control, name: 'interval' }) === 'never'
  return (
    <DialogForm
      of={dialog}
      title={t('schedule.title', { name: nameOf(report) })}
      description={t('schedule.help', { name: activeTenant?.name ?? '' })}
      submitLabel={t('schedule.submit')}
    >
      <Field of={dialog} name="interval">
        {({ value, onChange, error, ...input }) => (
          <Select
            {...fieldProps({ label: t('schedule.interval'), error })}
            {...input}
            data={INTERVALS.map((one) => ({ value: one, label: t(`schedule.intervals.${one}`) }))}
            value={value}
            onChange={(next) => next && onChange(next)}
            allowDeselect={false}
            data-autofocus
          />
        )}
      </Field>
      {!isNever && (
        <Field of={dialog} name="zone">
          {({ value, onChange, error, ...input }) => (
            <Select
              {...fieldProps({ label: t('schedule.zone'), help: t('schedule.zoneHelp'), error })}
              {...input}
              data={zones}
              value={value}
              onChange={(next) => next && onChange(next)}
              allowDeselect={false}
              searchable
              nothingFoundMessage={t('schedule.nothingFound')}
              limit={100}
            />
          )}
        </Field>
      )}
    </DialogForm>
  )
}

function startOf({ schedule, status }: Report): { interval: Interval; zone: string } {
  const zone = schedule?.tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!schedule) return { interval: 'weekly', zone }
  return { interval: status === 'active' ? schedule.interval : 'never', zone }
}

/** Browsers do not list every zone that they know. */
function zonesWith(zone: string) {
  const all = timezones()
  return all.some(({ value }) => value === zone) ? all : [{ value: zone, label: zone }, ...all]
}
