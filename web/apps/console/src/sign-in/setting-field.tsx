import { DurationField, Field, NumberField, type SettingsForm, SwitchField } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { Checkbox, Stack } from '@mantine/core'
import { ChoiceField } from '../shared/choice-field'
import { LinesField } from '../shared/lines-field'
import type { Choice, FieldKind, FieldName, Values } from './fields'
import { useT } from './sign-in.texts'

interface SettingFieldProps {
  readonly of: SettingsForm<Values>
  readonly name: FieldName
  readonly kind: FieldKind
}

/** One setting with its help text. */
export function SettingField({ of, name, kind }: SettingFieldProps) {
  const t = useT()
  const words = { label: t(`fields.${name}.label`), help: t(`fields.${name}.help`) }
  return (
    <Field of={of} name={name}>
      {({ value, ...input }) => {
        switch (kind.kind) {
          case 'switch':
            return <SwitchField {...words} {...input} value={value === true} />
          case 'number':
            return <NumberField {...words} {...input} value={numberOf(value)} />
          case 'duration':
            return <DurationField {...words} {...input} value={numberOf(value)} />
          case 'text':
            return <TextField {...words} {...input} value={String(value ?? '')} optional spellCheck={false} />
          case 'lines':
            return <LinesField {...words} {...input} value={listOf(value)} />
          case 'choice':
            return (
              <ChoiceField
                {...words}
                {...input}
                value={value as Choice}
                options={kind.options.map((one) => [one, t(`choices.${one}`)])}
              />
            )
          case 'choices':
            return (
              <Checkbox.Group
                label={words.label}
                description={words.help}
                error={input.error}
                value={listOf(value)}
                onChange={(next) => input.onChange(next)}
              >
                <Stack gap="xs" mt="xs">
                  {kind.options.map((one) => (
                    <Checkbox key={one} value={one} label={t(`choices.${one}`)} disabled={input.readOnly} />
                  ))}
                </Stack>
              </Checkbox.Group>
            )
        }
      }}
    </Field>
  )
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN)
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
