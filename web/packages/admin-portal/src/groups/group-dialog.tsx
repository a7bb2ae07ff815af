import { TextAreaField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { shortText } from '../shared/schemas'
import type { Group } from '../wire'
import { ColorField } from './color-field'
import { COLORS, DEFAULT_COLOR } from './colors'
import { changeGroup, createGroup } from './groups.actions'
import { groupQuery } from './groups.queries'
import { t, useT } from './groups.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  description: shortText(2000),
  color: z.string(),
})

const startOf = (group: Group | undefined) => ({
  name: group?.name ?? '',
  description: group?.description ?? '',
  color: group ? (group.color ?? DEFAULT_COLOR) : COLORS.blue,
})

interface GroupDialogProps {
  readonly group?: Group
  readonly onClose: () => void
  readonly onCreated?: (group: Group) => void
}

/** A new group, which then opens for its roles and people; or what one is called. */
export function GroupDialog({ group, onClose, onCreated }: GroupDialogProps) {
  const t = useT()
  const create = useAction(createGroup)
  const change = useAction(changeGroup)
  const readAgain = useReadAgain()
  const start = startOf(group)
  const dialog = useDialogForm({
    schema,
    start,
    ...(group && {
      current: async () => startOf(await readAgain((api, queryClient) => groupQuery(api, queryClient, group.id))),
    }),
    async save(values, changed) {
      if (group) return void (await change.run({ group, values: changed }))
      onCreated?.(await create.run(values))
    },
    refusals: { 'groups.name_taken': 'name' },
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={group ? t('edit.title', { name: group.name }) : t('create.title')}
      submitLabel={t(group ? 'edit.submit' : 'create.submit')}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="description">
        {(input) => (
          <TextAreaField
            label={t('form.description')}
            help={t('form.descriptionHelp')}
            optional
            minRows={2}
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="color">
        {({ name, value, onChange }) => (
          <ColorField label={t('form.color')} name={name} value={value} onChange={onChange} own={start.color} />
        )}
      </Field>
    </DialogForm>
  )
}
