import { NumberField } from '@gatehouse/admin-portal/kit'
import { DayField, TextField } from '@gatehouse/ui'
import { Group, Select } from '@mantine/core'
import { LinesField } from '../shared/lines-field'
import { type Condition, kindOf } from './conditions'
import { useT } from './flags.texts'

interface ValueFieldProps {
  readonly condition: Condition
  readonly onChange: (value: Condition['value']) => void
}

interface Value {
  readonly list?: string[]
  readonly string?: string
  readonly number?: number
  readonly boolean?: boolean
  readonly date?: string
  readonly start?: string | number
  readonly end?: string | number
}

/** Input for the value of a condition, depending on its operator. */
export function ValueField({ condition, onChange }: ValueFieldProps) {
  const t = useT()
  const value = condition.value as Value
  switch (kindOf(condition.op)) {
    case 'list':
      return <LinesField label={t('value.lines')} value={value.list ?? []} onChange={(list) => onChange({ list })} />
    case 'text':
      return (
        <TextField
          label={t('value.label')}
          value={value.string ?? ''}
          onChange={({ currentTarget }) => onChange({ string: currentTarget.value })}
        />
      )
    case 'boolean':
      return (
        <Select
          label={t('value.label')}
          value={String(value.boolean)}
          onChange={(next) => onChange({ boolean: next === 'true' })}
          data={['true' as const, 'false' as const].map((one) => ({ value: one, label: t(`value.${one}`) }))}
          allowDeselect={false}
        />
      )
    case 'number':
      return <Plain label={t('value.label')} value={value.number} onChange={(number) => onChange({ number })} />
    case 'date':
      return <Day label={t('value.label')} value={value.date} onChange={(date) => onChange({ date })} />
    case 'numbers':
      return (
        <Group grow>
          <Plain label={t('value.start')} value={value.start} onChange={(start) => onChange({ ...value, start })} />
          <Plain label={t('value.end')} value={value.end} onChange={(end) => onChange({ ...value, end })} />
        </Group>
      )
    case 'dates':
      return (
        <Group grow>
          <Day label={t('value.start')} value={value.start} onChange={(start) => onChange({ ...value, start })} />
          <Day label={t('value.end')} value={value.end} onChange={(end) => onChange({ ...value, end })} />
        </Group>
      )
  }
}

interface PartProps<Part> {
  readonly label: string
  readonly value: string | number | undefined
  readonly onChange: (value: Part) => void
}

const Plain = ({ label, value, onChange }: PartProps<number>) => (
  <NumberField
    label={label}
    value={Number(value)}
    onChange={onChange}
    decimals={6}
    name=""
    onBlur={() => {}}
    ref={null}
    readOnly={false}
    error={undefined}
  />
)

const Day = ({ label, value, onChange }: PartProps<string>) => (
  <DayField label={label} value={String(value ?? '').slice(0, 10)} onChange={onChange} />
)
