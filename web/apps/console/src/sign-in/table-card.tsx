import { SettingsCard } from '@gatehouse/admin-portal/kit'
import { changeSettings } from '../shared/settings.queries'
import { useTableForm } from '../shared/use-table-form'
import { schemaOf } from './card-schema'
import { CARDS, type Card, type CardName, type FieldKind, type FieldName, type Values } from './fields'
import { SettingField } from './setting-field'
import { t, useT } from './sign-in.texts'

const save = changeSettings(() => t('saved'))

/** A card whose fields are saved together in their table of the configuration. */
export function TableCard({ name, values }: { readonly name: CardName; readonly values: Values }) {
  const t = useT()
  const { table, fields }: Card = CARDS[name]
  const names = Object.keys(fields) as FieldName[]
  const settings = useTableForm<Values>({
    table,
    schema: schemaOf(fields),
    given: values,
    shown: (given) => Object.fromEntries(names.map((field) => [field, given[field] ?? emptyValue(fields[field])])),
    action: save,
  })
  return (
    <SettingsCard title={t(`cards.${name}`)} settings={settings}>
      {names.map((field) => {
        const kind = fields[field]
        return kind && <SettingField key={field} of={settings} name={field} kind={kind} />
      })}
    </SettingsCard>
  )
}

/** A field without a value has the installation default, which is not known here. */
function emptyValue(field: FieldKind | undefined): unknown {
  if (field?.kind === 'switch') return false
  if (field?.kind === 'text') return ''
  if (field?.kind === 'choice') return field.options[0]
  return field?.kind === 'choices' || field?.kind === 'lines' ? [] : undefined
}
