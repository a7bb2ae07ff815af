import { FormDialog, type FormDialogProps } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useEdited, type Words } from './edited'
import type { FormOf } from './field'
import { type Refusals, setServerErrors } from './refusals'

interface DialogFormOptions<Values extends FieldValues> {
  readonly schema: z.ZodType<Values, FieldValues>
  /** As the dialog opens. */
  readonly start: Values
  /** What was typed in it before a redirect, such as to confirm the identity. */
  readonly typed?: Values | undefined
  /**
   * For a dialog that edits: reads the stored values again right before the save. Changes of other administrators are then
   * kept, or shown at their field. Nothing when the edited thing is gone; the save then tells why it fails.
   */
  readonly current?: () => Promise<Values | undefined>
  /** How a conflicting value of a field is worded. */
  readonly words?: Words<Values>
  /**
   * Usually `run` of an action. The dialog closes when it is done, unless it says `stay`. A refusal goes to the field it
   * belongs to, or stands above the buttons. `changed` has what differs from `base`, which is what is stored now (`start`
   * without `current`); `values` are `base` with those changes. Lists of rights are sent with those of `base`, so that the
   * server can merge what changes after this read.
   */
  readonly save: (values: Values, changed: Partial<Values>, base: Values) => unknown
  readonly refusals?: Refusals<Values>
  readonly onClose: () => void
}

export interface DialogFormState<Values extends FieldValues> extends FormOf<Values> {
  readonly submit: () => Promise<void>
  readonly onClose: () => void
}

/** The form of a dialog, rendered while it is open. `DialogForm` shows it, `Field` its fields. */
export function useDialogForm<Values extends FieldValues>(options: DialogFormOptions<Values>): DialogFormState<Values> {
  const { schema, start, typed, current, words, save, refusals, onClose } = options
  const [began] = useState(start)
  const edited = useEdited<Values>(words)
  const form = useForm<Values>({
    resolver: zodResolver(schema) as Resolver<Values>,
    defaultValues: start as DefaultValues<Values>,
  })
  const { dirtyFields } = form.formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens; from then on the fields have it.
  useEffect(() => {
    for (const [name, value] of Object.entries(typed ?? {}))
      form.setValue(name as Path<Values>, value, { shouldDirty: true })
  }, [])

  const submit = form.handleSubmit(async (values) => {
    const typedIn = Object.fromEntries(
      Object.entries(values).filter(([name]) => name in dirtyFields),
    ) as Partial<Values>
    try {
      const now = await current?.()
      const changed = now ? edited(began, typedIn, now) : typedIn
      const merged = now ? { ...values, ...now, ...changed } : values
      if ((await save(merged, changed, now ?? began)) !== 'stay') onClose()
    } catch (error) {
      const rest = setServerErrors(form, error, refusals)
      if (rest !== undefined) throw rest
    }
  })
  return { form, submit: () => submit(), onClose }
}

interface DialogFormProps<Values extends FieldValues>
  extends Pick<FormDialogProps, 'title' | 'description' | 'submitLabel' | 'danger' | 'children' | 'size'> {
  readonly of: DialogFormState<Values>
}

export function DialogForm<Values extends FieldValues>({ of, ...dialog }: DialogFormProps<Values>) {
  const { form, submit, onClose } = of
  return <FormDialog {...dialog} opened onClose={onClose} onSubmit={submit} dirty={form.formState.isDirty} />
}
