import {
  builtIn,
  DialogForm,
  Field,
  offerOf,
  shortText,
  useAction,
  useDialogForm,
  usePermissions,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { errorText, fieldProps, TextAreaField, TextField } from '@gatehouse/ui'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { catalogueQuery } from '../permissions/permissions.queries'
import { MOST_SHOWN } from '../shared/choice-field'
import { JsonField } from '../shared/json-field'
import { jsonObject } from '../shared/json-object'
import { jsonText } from '../shared/json-text'
import type { Feature } from '../wire'
import { changeFeature, createFeature, type FeatureValues } from './features.actions'
import { readFeatures } from './features.queries'
import { t, useT } from './features.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  key: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_.:-]{1,100}$/, { error: () => t('form.keyWrong') }),
  description: shortText(2000),
  permissions: z.array(z.string()),
  metadata: jsonObject,
})

const toFormValues = (feature: Feature | undefined): FeatureValues => ({
  name: feature?.name ?? '',
  key: feature?.key ?? '',
  description: feature?.description ?? '',
  permissions: feature?.permissions ?? [],
  metadata: jsonText(feature?.metadata ?? {}),
})

/** Form for a new feature, or for an existing one. The key cannot change, because the product uses it. */
export function FeatureDialog({ feature, onClose }: { readonly feature?: Feature; readonly onClose: () => void }) {
  const t = useT()
  const create = useAction(createFeature)
  const change = useAction(changeFeature)
  const api = useApi()
  const canRead = usePermissions()('vendor.read.roles')
  const { data: categories = [], failure } = offerOf(useQuery({ ...catalogueQuery(api), enabled: canRead }))
  const dialog = useDialogForm<FeatureValues>({
    schema,
    start: toFormValues(feature),
    current:
      feature &&
      (async () => {
        const now = (await readFeatures(api)).find(({ id }) => id === feature.id)
        return now && toFormValues(now)
      }),
    save: (values, changed) => (feature ? change.run({ feature, values: changed }) : create.run(values)),
    refusals: { 'entitlements.feature_key_taken': 'key' },
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={feature ? t('edit.title', { name: feature.name }) : t('create.title')}
      submitLabel={t(feature ? 'edit.submit' : 'create.submit')}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      {!feature && (
        <Field of={dialog} name="key">
          {(input) => <TextField label={t('form.key')} help={t('form.keyHelp')} autoComplete="off" {...input} />}
        </Field>
      )}
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
      {canRead && (
        <Field of={dialog} name="permissions">
          {({ error, ...input }) => (
            <MultiSelect
              {...fieldProps({
                label: t('form.permissions'),
                help: t('form.permissionsHelp'),
                error: error ?? (failure ? errorText(failure) : undefined),
                optional: true,
              })}
              {...input}
              data={categories.map(({ name, permissions }) => ({
                group: builtIn(name),
                items: permissions.map((one) => ({ value: one.key, label: builtIn(one.name) })),
              }))}
              searchable
              limit={MOST_SHOWN}
              hidePickedOptions
            />
          )}
        </Field>
      )}
      <Field of={dialog} name="metadata">
        {(input) => <JsonField label={t('form.metadata')} help={t('form.metadataHelp')} optional {...input} />}
      </Field>
    </DialogForm>
  )
}
