import {
  Field,
  SettingsCard,
  SwitchField,
  useAction,
  usePermissions,
  useSettingsForm,
} from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { z } from 'zod'
import { type Column, columnsChange, isShown, readColumns, saveColumns } from './columns.queries'
import { t, useT } from './columns.texts'

type Values = Record<string, boolean>

const NAMES = ['createdAt', 'email', 'action', 'description', 'ip', 'severity', 'userAgent', 'json'] as const

const schema = z.record(z.string(), z.boolean())

/** A switch per column. */
export function ColumnsCard({ columns }: { readonly columns: readonly Column[] }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const { run } = useAction(saveColumns)
  const api = useApi()
  const settings = useSettingsForm<Values>({
    schema,
    values: Object.fromEntries(columns.map((one) => [one.name, isShown(one)])),
    // Needs no conflict check: concurrent changes of a column have the same goal. Other settings of it are kept.
    async save(changed) {
      const change = columnsChange(await readColumns(api), changed as Values)
      // The portal shows all columns if none is visible, so at least one is required.
      if (!change.values.audits.properties.some(isShown)) throw new ApiError(422, '', [t('none')])
      return run(change)
    },
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  return (
    <SettingsCard title={t('card')} settings={settings}>
      {columns.map((column) => (
        <Field key={column.name} of={settings} name={column.name}>
          {(input) => <SwitchField label={labelOf(column)} {...input} />}
        </Field>
      ))}
    </SettingsCard>
  )
}

/** Heading of the column in the audit log, in the user's language. */
function labelOf({ name, displayName = name }: Column): string {
  const known = NAMES.find((one) => one === name)
  return known ? t(`names.${known}`) : displayName
}
