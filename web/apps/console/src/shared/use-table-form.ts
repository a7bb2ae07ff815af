import { type SettingsForm, useAction, useEdited, usePermissions, useSettingsForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useRef } from 'react'
import type { z } from 'zod'
import { cleanLines } from './lines-field'
import { type changeSettings, readSettings, type Table } from './settings.queries'

interface TableFormOptions<Values extends Record<string, unknown>> {
  readonly table: Table
  readonly schema: z.ZodType<Values, Record<string, unknown>>
  /** What the table says; the rest of it is left alone. */
  readonly given: Partial<Values>
  /** What is shown of it: what is not set has its default. */
  readonly shown: (given: Partial<Values>) => Values
  readonly action: ReturnType<typeof changeSettings>
}

/**
 * The form of a table of the document. What was changed is saved, and only that; what somebody else has set meanwhile is
 * told at its field. Who may not change it reads.
 */
export function useTableForm<Values extends Record<string, unknown>>(
  options: TableFormOptions<Values>,
): SettingsForm<Values> {
  const { table, schema, given, shown, action } = options
  const canChange = usePermissions()('vendor.write.configuration')
  const { run } = useAction(action)
  const api = useApi()
  const edited = useEdited<Values>()
  const started = useRef<Partial<Values>>({})
  const settings = useSettingsForm<Values>({
    schema,
    values: shown(given),
    async save(changed) {
      const now = shown(await readSettings<Partial<Values>>(api, table))
      return run({ table, ...setOrRemoved(edited(started.current, changed, now)) })
    },
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  started.current = (settings.form.formState.defaultValues ?? {}) as Partial<Values>
  return settings
}

/** What was emptied has its default again. */
function setOrRemoved(changed: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(changed)
  const isEmpty = (value: unknown) => value === '' || Number.isNaN(value)
  const kept = entries.filter(([, value]) => !isEmpty(value))
  return {
    values: Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? cleanLines(value) : value])),
    remove: entries.filter(([, value]) => isEmpty(value)).map(([name]) => name),
  }
}
