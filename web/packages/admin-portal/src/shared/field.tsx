import type { ReactNode, Ref } from 'react'
import { Controller, type FieldValues, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import type { Appearance } from './appearance'

/** What fields need to know of their form: that of a settings card or a dialog. */
export interface FormOf<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>
  /** How the vendor wants each field; all can be edited without it. */
  readonly appearance?: (name: Path<Values>) => Appearance
}

interface FieldInput<Value> {
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value | { currentTarget: { value: string } }) => void
  readonly onBlur: () => void
  readonly ref: Ref<never>
  readonly error: string | undefined
  readonly readOnly: boolean
}

/** A labeled input of a form, as `Field` fills it. */
export interface LabeledFieldProps<Value> {
  readonly label: string
  readonly help?: string
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
  readonly readOnly: boolean
  readonly error: string | undefined
}

interface FieldProps<Values extends FieldValues, Name extends Path<Values>> {
  readonly of: FormOf<Values>
  readonly name: Name
  readonly children: (input: FieldInput<PathValue<Values, Name>>) => ReactNode
}

/** One field, unless the vendor hides it: `<Field of={settings} name="website">{(input) => <TextField label="Website" {...input} />}</Field>`. */
export function Field<Values extends FieldValues, Name extends Path<Values>>({
  of: { form, appearance },
  name,
  children,
}: FieldProps<Values, Name>) {
  const look = appearance?.(name) ?? 'edit'
  if (look === 'hidden') return null
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <>{children({ ...field, error: fieldState.error?.message, readOnly: look === 'viewOnly' })}</>
      )}
    />
  )
}
