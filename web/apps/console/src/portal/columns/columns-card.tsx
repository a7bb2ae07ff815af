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
import { type Column, changeOf, isShown, readColumns, saveColumns } from './columns.queries'
import { t, useT } from './columns.texts'

type Values = Record<string, boolean>

const NAMES = ['createdAt', 'email', 'action', 'description', 'ip', 'severity', 'userAgent', 'json'] as const

const schema = z.record(z.string(), z.boolean())

/** Each column, shown or not. */
export function ColumnsCard({ columns }: { readonly columns: readonly Column[] }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const { run } = useAction(saveColumns)
  const api = useApi()
  const settings = useSettingsForm<Values>({
    schema,
    values: Object.fromEntries(columns.map((one) => [one.name, isShown(one)])),
    // A column has two states: two who switch the same one want the same. What else was set of it meanwhile stays.
    async save(changed) {
      const change = changeOf(await readColumns(api), changed as Values)
      // None shown counts as all of them.
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

/** As the audit log heads it, in the person's language. */
function labelOf({ name, displayName = name }: Column): string {
  const known = NAMES.find((one) => one === name)
  return known ? t(`names.${known}`) : displayName
}
