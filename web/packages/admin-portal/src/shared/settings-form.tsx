import { errorText, SaveBar } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Card, Skeleton, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { Appearance } from './appearance'
import { useEdited } from './edited'
import type { FormOf } from './field'
import { type Refusals, setServerErrors } from './refusals'

interface FormOptions<Values extends FieldValues> {
  readonly schema: z.ZodType<Values, FieldValues>
  /** As the server has them. Newer ones are applied when the form has no edits. */
  readonly values: Values
  /** Reads the stored values again right before the save: changes of other administrators are kept, or shown at their field. */
  readonly current?: () => Promise<Values>
  /** Usually `run` of an action. Gets what differs from `base`, which is what is stored now (`values` without `current`). */
  readonly save: (changed: Partial<Values>, base: Values) => Promise<unknown>
  readonly refusals?: Refusals<Values>
  /** How the vendor wants each field; all can be edited without it. */
  readonly appearance?: (name: Path<Values>) => Appearance
}

export interface SettingsForm<Values extends FieldValues> extends FormOf<Values> {
  readonly submit: () => Promise<void>
  readonly discard: () => void
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly failure: string | undefined
}

/** A form that shows what is set and saves what was changed. `SettingsCard` shows it, `Field` its fields. */
export function useSettingsForm<Values extends FieldValues>(options: FormOptions<Values>): SettingsForm<Values> {
  const { schema, values, current, save, refusals, appearance } = options
  const edited = useEdited<Values>()
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
    const sent = form.getValues()
    try {
      const typedIn = Object.fromEntries(
        Object.entries(entered).filter(([name]) => name in dirtyFields),
      ) as Partial<Values>
      const began = (form.formState.defaultValues ?? values) as Values
      const now = await current?.()
      await save(now ? edited(began, typedIn, now) : typedIn, now ?? began)
    } catch (error) {
      const rest = setServerErrors(form, error, refusals)
      setFailure(rest === undefined ? undefined : errorText(rest))
      return
    }
    const typed = typedSince(sent, form.getValues())
    form.reset(entered)
    for (const [name, value] of typed) form.setValue(name, value, { shouldDirty: true })
  })

  function discard() {
    setFailure(undefined)
    form.reset(newest.current)
  }
  return {
    form,
    ...(appearance && { appearance }),
    submit: () => submit(),
    discard,
    isDirty,
    isSaving: isSubmitting,
    failure,
  }
}

/** Fields that were edited further while the save was running. */
function typedSince<Values extends FieldValues>(sent: Values, now: Values) {
  const hasChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(sent[name])
  return Object.entries(now).filter(hasChanged) as [Path<Values>, PathValue<Values, Path<Values>>][]
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
