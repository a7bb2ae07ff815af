import { SettingsCard, useAction, usePermissions, useSettingsForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useRef } from 'react'
import { useEdited } from '../shared/edited'
import { cleanLines } from '../shared/lines-field'
import { changeSettings, readSettings } from '../shared/settings.queries'
import { schemaOf } from './card-schema'
import { CARDS, type Card, type CardName, type FieldKind, type FieldName, type Values } from './fields'
import { SettingField } from './setting-field'
import { t, useT } from './sign-in.texts'

const save = changeSettings(() => t('saved'))

/** One card, whose fields are saved together into their table of the configuration. */
export function TableCard({ name, values }: { readonly name: CardName; readonly values: Values }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const { run } = useAction(save)
  const { table, fields }: Card = CARDS[name]
  const names = Object.keys(fields) as FieldName[]
  const withDefaults = (given: Values): Values =>
    Object.fromEntries(names.map((field) => [field, given[field] ?? emptyOf(fields[field])]))
  const api = useApi()
  const edited = useEdited<Values>()
  const started = useRef<Partial<Values>>({})
  const settings = useSettingsForm<Values>({
    schema: schemaOf(fields),
    values: withDefaults(values),
    async save(changed) {
      const now = withDefaults(await readSettings<Values>(api, table))
      return run({ table, ...changeOf(edited(started.current, changed, now)) })
    },
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  started.current = (settings.form.formState.defaultValues ?? {}) as Partial<Values>
  return (
    <SettingsCard title={t(`cards.${name}`)} settings={settings}>
      {names.map((field) => {
        const kind = fields[field]
        return kind && <SettingField key={field} of={settings} name={field} kind={kind} />
      })}
    </SettingsCard>
  )
}

/** What is not set has the default of the deployment, which is not known here. */
function emptyOf(field: FieldKind | undefined): unknown {
  if (field?.kind === 'switch') return false
  if (field?.kind === 'text') return ''
  if (field?.kind === 'choice') return field.options[0]
  return field?.kind === 'choices' || field?.kind === 'lines' ? [] : undefined
}

/** What was emptied has its default again. */
function changeOf(changed: Values): { values: Values; remove: string[] } {
  const entries = Object.entries(changed)
  const isEmpty = (value: unknown) => value === '' || Number.isNaN(value)
  const kept = entries.filter(([, value]) => !isEmpty(value))
  return {
    values: Object.fromEntries(kept.map(([name, value]) => [name, Array.isArray(value) ? cleanLines(value) : value])),
    remove: entries.filter(([, value]) => isEmpty(value)).map(([name]) => name),
  }
}
