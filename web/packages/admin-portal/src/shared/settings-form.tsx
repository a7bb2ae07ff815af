import { ApiError } from '@gatehouse/api'
import { errorText, SaveBar, toast } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Card, Skeleton, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  Controller,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { Appearance } from './appearance'

interface FormOptions<Values extends FieldValues> {
  readonly schema: z.ZodType<Values, FieldValues>
  /** As the server has them. While somebody edits, newer ones wait. */
  readonly values: Values
  /** Gets what differs from `values`, so that two people who edit different fields do not undo each other. */
  readonly save: (changed: Partial<Values>) => Promise<unknown>
  /** What a toast says afterwards. */
  readonly saved: string
  /** How the vendor wants each field; all can be edited without it. */
  readonly appearance?: (name: Path<Values>) => Appearance
}

export interface SettingsForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>
  readonly appearance: (name: Path<Values>) => Appearance
  readonly submit: () => Promise<void>
  readonly discard: () => void
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly failure: string | undefined
}

const EDIT = (): Appearance => 'edit'

/** A form that shows what is set and saves what was changed. `SettingsCard` shows it, `Field` its fields. */
export function useSettingsForm<Values extends FieldValues>(options: FormOptions<Values>): SettingsForm<Values> {
  const { schema, values, save, saved, appearance = EDIT } = options
  const form = useForm<Values>({
    resolver: zodResolver(schema) as Resolver<Values>,
    defaultValues: values as DefaultValues<Values>,
  })
  const { isDirty, isSubmitting, dirtyFields } = form.formState
  const [failure, setFailure] = useState<string>()

  const newest = useRef(values)
  newest.current = values
  const known = JSON.stringify(values)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the server's values change, not when typing ends.
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(newest.current)
  }, [form, known])

  const submit = form.handleSubmit(async (entered) => {
    setFailure(undefined)
    try {
      await save(Object.fromEntries(Object.entries(entered).filter(([name]) => name in dirtyFields)) as Partial<Values>)
    } catch (error) {
      setFailure(refuse(form, error))
      return
    }
    form.reset(entered)
    toast.success(saved)
  })

  function discard() {
    setFailure(undefined)
    form.reset(newest.current)
  }
  return { form, appearance, submit: () => submit(), discard, isDirty, isSaving: isSubmitting, failure }
}

/** Puts refusals under the fields they name (`"website: too long"`), and returns what names none. */
function refuse<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return errorText(error)
  const rest = error.messages.filter((message) => {
    const [name = '', ...words] = message.split(': ')
    const isField = words.length > 0 && name in form.getValues()
    if (isField) form.setError(name as Path<Values>, { message: words.join(': ') }, { shouldFocus: true })
    return !isField
  })
  return rest.length > 0 ? rest.join(', ') : undefined
}

interface SettingsCardProps<Values extends FieldValues> {
  readonly title: string
  readonly settings: SettingsForm<Values>
  readonly children: ReactNode
}

/** A card of settings that are saved together; leaving it with changes asks first. */
export function SettingsCard<Values extends FieldValues>({ title, settings, children }: SettingsCardProps<Values>) {
  const id = useId()
  const { submit, discard, isDirty, isSaving, failure } = settings
  return (
    <Card component="section" aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="md">
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          {children}
        </Stack>
        <SaveBar dirty={isDirty} saving={isSaving} onDiscard={discard} {...(failure && { error: failure })} />
      </form>
    </Card>
  )
}

interface FieldInput<Value> {
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value | { currentTarget: { value: string } }) => void
  readonly onBlur: () => void
  readonly ref: React.Ref<never>
  readonly error: string | undefined
  readonly readOnly: boolean
}

interface FieldProps<Values extends FieldValues, Name extends Path<Values>> {
  readonly of: SettingsForm<Values>
  readonly name: Name
  readonly children: (input: FieldInput<PathValue<Values, Name>>) => ReactNode
}

/** One field, unless the vendor hides it: `<Field of={settings} name="website">{(input) => <TextField label="Website" {...input} />}</Field>`. */
export function Field<Values extends FieldValues, Name extends Path<Values>>({
  of: { form, appearance },
  name,
  children,
}: FieldProps<Values, Name>) {
  const look = appearance(name)
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

/** In place of a card of settings until they are there. */
export function SettingsSkeleton({ fields }: { readonly fields: number }) {
  return (
    <Card aria-busy>
      <Stack gap="lg">
        {Array.from({ length: fields }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the outlines are all alike.
          <div key={index} aria-hidden>
            <Skeleton h={12} w={96} mb={8} />
            <Skeleton h={36} />
          </div>
        ))}
      </Stack>
    </Card>
  )
}
