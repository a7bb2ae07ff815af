import { DialogForm, Field, SwitchField, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { addFlag, flagChange, readClientFlags } from './client-flags.queries'
import { t, useT } from './client-flags.texts'

const schema = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_.-]{1,100}$/, { error: () => t('form.nameWrong') }),
  on: z.boolean(),
})

export function AddFlagDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const add = useAction(addFlag)
  const api = useApi()
  const dialog = useDialogForm({
    schema,
    start: { name: '', on: false },
    async save({ name, on }) {
      const there = (await readClientFlags(api))[name]
      // Refuses to switch an existing flag. An equal flag is the result of an earlier attempt whose response was lost.
      if (there !== undefined && there !== on) throw new ApiError(409, '', [`name: ${t('form.nameTaken')}`])
      return add.run(flagChange(name, on))
    },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('add')} submitLabel={t('add')}>
      <Field of={dialog} name="name">
        {(input) => (
          <TextField
            label={t('form.name')}
            help={t('form.nameHelp')}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="on">
        {(input) => <SwitchField label={t('form.on')} {...input} />}
      </Field>
    </DialogForm>
  )
}
