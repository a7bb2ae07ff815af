import { type SettingsForm, useAction, useEdited, usePermissions, useSettingsForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useRef } from 'react'
import type { z } from 'zod'
import { cleanLines } from './lines-field'
import { type changeSettings, readSettings, type Table } from './settings.queries'

interface TableFormOptions<Values extends Record<string, unknown>> {
  readonly table: Table
  readonly schema: z.ZodType<Values, Record<string, unknown>>
  /** Stored values of the table. Others are not touched. */
  readonly given: Partial<Values>
  /** Form values; fields that are not set have their default. */
  readonly shown: (given: Partial<Values>) => Values
  readonly action: ReturnType<typeof changeSettings>
}

/**
 * Form for a table of the vendor document. Saves changed fields only; a conflict with another administrator is reported
 * at its field. Read-only without the permission.
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
      return run({ table, ...splitChanges(edited(started.current, changed, now)) })
    },
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  started.current = (settings.form.formState.defaultValues ?? {}) as Partial<Values>
  return settings
}

/** An emptied field is reset to its default. */
function splitChanges(changed: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(changed)
  const isEmpty = (value: unknown) => value === '' || Number.isNaN(value)
  const kept = entries.filter(([, value]) => !isEmpty(value))
  return {
    values: Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? cleanLines(value) : value])),
    remove: entries.filter(([, value]) => isEmpty(value)).map(([name]) => name),
  }
}
