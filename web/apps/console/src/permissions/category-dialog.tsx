import { builtIn, DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextAreaField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { PermissionCategory } from '../wire'
import { type CategoryValues, createCategory, describeCategory } from './permissions.actions'
import { readCatalogue } from './permissions.queries'
import { t, useT } from './permissions.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  description: shortText(2000),
})

const toFormValues = (category: PermissionCategory | undefined): CategoryValues => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
})

interface CategoryDialogProps {
  readonly category?: PermissionCategory
  readonly onClose: () => void
}

/** Form for a new category, or for the description of an existing one. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const t = useT()
  const create = useAction(createCategory)
  const describe = useAction(describeCategory)
  const api = useApi()
  const dialog = useDialogForm<CategoryValues>({
    schema,
    start: toFormValues(category),
    current:
      category &&
      (async () => {
        const now = (await readCatalogue(api)).find(({ id }) => id === category.id)
        return now && toFormValues(now)
      }),
    save: (values, changed) =>
      category ? describe.run({ category, description: values.description, ...changed }) : create.run(values),
    refusals: { 'permissions.category_name_taken': 'name' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={category ? t('categories.edit.title', { name: builtIn(category.name) }) : t('categories.create.title')}
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
