import { DialogForm, Field, shortText, useAction, useDialogForm, useEdited } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { TextAreaField, TextField } from '@gatehouse/ui'
import { useState } from 'react'
import { z } from 'zod'
import { type EventEntry, type EventRow, readEvents, rowOf, saveEvent } from './events.queries'
import { t, useT } from './events.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  key: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_.-]{1,100}$/, { error: () => t('form.keyWrong') })
    .refine((key) => !/^(frontegg|gatehouse)\./.test(key), { error: () => t('form.keyReserved') }),
  description: shortText(2000),
  category: shortText(200).min(1, { error: () => t('form.categoryMissing') }),
})

type EventValues = z.infer<typeof schema>

const valuesOf = ({ id: _, ...values }: EventRow): EventValues => values

/** Form for a new event, or for an existing one. The key cannot change, because backends use it. */
export function EventDialog({ event, onClose }: { readonly event?: EventRow; readonly onClose: () => void }) {
  const t = useT()
  const save = useAction(saveEvent)
  const api = useApi()
  const edited = useEdited<EventValues>()
  const [start] = useState(() =>
    event ? valuesOf(event) : { name: '', key: '', description: '', category: t('product') },
  )
  const dialog = useDialogForm<EventValues>({
    schema,
    start,
    async save({ key, ...values }, changed) {
      const there = (await readEvents(api))[key]
      if (!event) return save.run({ key, name: values.name, values: newEntry(values, there), isNew: true })
      if (!there) throw new ApiError(409, '', [t('form.gone')])
      const { key: _, ...wanted } = edited(start, changed, valuesOf(rowOf(key, there)))
      return save.run({ key, name: values.name, values: wanted, isNew: false })
    },
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={event ? t('edit.title', { name: event.name }) : t('create.title')}
      submitLabel={t(event ? 'edit.submit' : 'create.submit')}
    >
      <Field of={dialog} name="name">
        {(input) => (
          <TextField label={t('form.name')} help={t('form.nameHelp')} autoComplete="off" data-autofocus {...input} />
        )}
      </Field>
      {!event && (
        <Field of={dialog} name="key">
          {(input) => (
            <TextField
              label={t('form.key')}
              help={t('form.keyHelp')}
              autoComplete="off"
              spellCheck={false}
              {...input}
            />
          )}
        </Field>
      )}
      <Field of={dialog} name="category">
        {(input) => (
          <TextField label={t('form.category')} help={t('form.categoryHelp')} autoComplete="off" {...input} />
        )}
      </Field>
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
    </DialogForm>
  )
}

/**
 * Refuses to overwrite another entry with the same key. An equal entry is the result of an earlier attempt whose
 * response was lost.
 */
function newEntry(values: Required<EventEntry>, there: EventEntry | undefined): EventEntry {
  const isSame = there && (['name', 'description', 'category'] as const).every((one) => there[one] === values[one])
  if (there && !isSame) throw new ApiError(409, '', [`key: ${t('form.keyTaken', { name: there.name })}`])
  return values
}
