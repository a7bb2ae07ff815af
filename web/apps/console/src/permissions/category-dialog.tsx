import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextAreaField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { PermissionCategory } from '../wire'
import { type CategoryValues, createCategory, describeCategory } from './permissions.actions'
import { t, useT } from './permissions.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  description: shortText(2000),
})

interface CategoryDialogProps {
  readonly category?: PermissionCategory
  readonly onClose: () => void
}

/** A new category, or what one is for: its name stays. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const t = useT()
  const create = useAction(createCategory)
  const describe = useAction(describeCategory)
  const dialog = useDialogForm<CategoryValues>({
    schema,
    start: { name: category?.name ?? '', description: category?.description ?? '' },
    save: (values) => (category ? describe.run({ category, description: values.description }) : create.run(values)),
    refusals: { 'permissions.category_name_taken': 'name' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={category ? t('categories.edit.title', { name: category.name }) : t('categories.create.title')}
      submitLabel={t(category ? 'categories.edit.submit' : 'categories.create.submit')}
    >
      {!category && (
        <Field of={dialog} name="name">
          {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
        </Field>
      )}
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
    </DialogForm>
  )
}
