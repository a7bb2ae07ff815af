import { builtIn, DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { fieldProps, TextAreaField, TextField } from '@gatehouse/ui'
import { Radio, Select, Stack } from '@mantine/core'
import { z } from 'zod'
import { MOST_SHOWN } from '../shared/choice-field'
import type { Permission, PermissionCategory } from '../wire'
import { changePermission, createPermission, type PermissionValues } from './permissions.actions'
import { ASSIGNMENTS, type Assignment, assignmentOf, readCatalogue } from './permissions.queries'
import { t, useT } from './permissions.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  key: shortText(200).min(1, { error: () => t('form.keyMissing') }),
  description: shortText(2000),
  categoryId: z.string().min(1, { error: () => t('form.categoryMissing') }),
  assignmentType: z.enum(ASSIGNMENTS),
})

const toFormValues = (permission: Permission | undefined, categoryId: string): PermissionValues => ({
  name: permission?.name ?? '',
  key: permission?.key ?? '',
  description: permission?.description ?? '',
  categoryId: permission?.categoryId ?? categoryId,
  assignmentType: permission ? assignmentOf(permission) : 'ALWAYS',
})

interface PermissionDialogProps {
  readonly permission?: Permission
  readonly categories: readonly PermissionCategory[]
  readonly onClose: () => void
}

/** Form for a new permission, or for an existing one. */
export function PermissionDialog({ permission, categories, onClose }: PermissionDialogProps) {
  const t = useT()
  const create = useAction(createPermission)
  const change = useAction(changePermission)
  const api = useApi()
  const dialog = useDialogForm<PermissionValues>({
    schema,
    start: toFormValues(permission, categories[0]?.id ?? ''),
    current:
      permission &&
      (async () => {
        const all = (await readCatalogue(api)).flatMap(({ permissions }) => permissions)
        const now = all.find(({ id }) => id === permission.id)
        return now && toFormValues(now, '')
      }),
    save: (values, changed) => (permission ? change.run({ permission, values: changed }) : create.run(values)),
    refusals: { 'permissions.key_taken': 'key' },
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={permission ? t('edit.title', { name: builtIn(permission.name) }) : t('create.title')}
      submitLabel={t(permission ? 'edit.submit' : 'create.submit')}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      {!permission && (
        <Field of={dialog} name="key">
          {(input) => <TextField label={t('form.key')} help={t('form.keyHelp')} autoComplete="off" {...input} />}
        </Field>
      )}
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
      <Field of={dialog} name="categoryId">
        {({ error, onChange, ...input }) => (
          <Select
            {...fieldProps({ label: t('form.category'), error })}
            {...input}
            onChange={(next) => onChange(next ?? '')}
            data={categories.map(({ id, name }) => ({ value: id, label: builtIn(name) }))}
            searchable
            limit={MOST_SHOWN}
            allowDeselect={false}
          />
        )}
      </Field>
      <Field of={dialog} name="assignmentType">
        {({ value, onChange, name }) => (
          <Radio.Group
            name={name}
            label={t('form.assignment')}
            value={value}
            onChange={(next) => onChange(next as Assignment)}
          >
            <Stack gap="xs" mt="xs">
              {ASSIGNMENTS.map((one) => (
                <Radio key={one} value={one} label={t(`assignment.${one}`)} description={t(`assignmentHelp.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Field>
    </DialogForm>
  )
}
