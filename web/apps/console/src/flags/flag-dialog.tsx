import {
  DialogForm,
  Field,
  FieldRow,
  offerOf,
  SwitchField,
  shortText,
  useAction,
  useDialogForm,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextAreaField, TextField } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { featuresQuery } from '../features/features.queries'
import { ChoiceField } from '../shared/choice-field'
import { JsonField } from '../shared/json-field'
import { jsonObject } from '../shared/json-object'
import { jsonText, readJson } from '../shared/json-text'
import type { Flag } from '../wire'
import { changeFlag, createFlag, type FlagValues } from './flags.actions'
import { readFlag } from './flags.queries'
import { t, useT } from './flags.texts'
import { RulesField } from './rules-field'
import { rulesSchema } from './rules-schema'

const treatment = z.enum(['true', 'false'])

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  featureId: z.string().min(1, { error: () => t('form.featureMissing') }),
  description: shortText(2000),
  on: z.boolean(),
  offTreatment: treatment,
  defaultTreatment: treatment,
  rules: rulesSchema,
  metadata: jsonObject,
})

const toFormValues = (flag: Flag | undefined): FlagValues => ({
  name: flag?.name ?? '',
  featureId: flag?.feature.id ?? '',
  description: flag?.description ?? '',
  on: flag?.on ?? true,
  offTreatment: flag?.offTreatment ?? 'false',
  defaultTreatment: flag?.defaultTreatment ?? 'false',
  rules: flag?.rules ?? [],
  // Metadata arrives as a single line of JSON.
  metadata: jsonText(readJson(flag?.metadata ?? '')),
})

/** Form for a new flag of a feature without one, or for an existing flag. */
export function FlagDialog({ flag, onClose }: { readonly flag?: Flag; readonly onClose: () => void }) {
  const t = useT()
  const create = useAction(createFlag)
  const change = useAction(changeFlag)
  const { data: features = [], failure } = offerOf(useQuery(featuresQuery(useApi())))
  const free = features.filter(({ featureFlag }) => !featureFlag)
  const treatments = (['true', 'false'] as const).map((one) => [one, t(`treatment.${one}`)] as const)
  const api = useApi()
  const dialog = useDialogForm<FlagValues>({
    schema,
    start: toFormValues(flag),
    current: flag && (async () => toFormValues(await readFlag(api, flag.id))),
    save: (values, changed) => (flag ? change.run({ flag, values: changed }) : create.run(values)),
    refusals: { 'entitlements.flag_exists': 'featureId' },
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={flag ? t('edit.title', { name: flag.name }) : t('create.title')}
      submitLabel={t(flag ? 'edit.submit' : 'create.submit')}
      size={680}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      {!flag && (
        <Field of={dialog} name="featureId">
          {(input) => (
            <ChoiceField
              label={t('form.feature')}
              options={free.map(({ id, name }) => [id, name])}
              searchable
              failure={failure}
              none={t('form.featureNone')}
              {...input}
            />
          )}
        </Field>
      )}
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
      <Field of={dialog} name="on">
        {(input) => <SwitchField label={t('form.on')} help={t('form.onHelp')} {...input} />}
      </Field>
      <FieldRow>
        <Field of={dialog} name="offTreatment">
          {(input) => <ChoiceField label={t('form.offTreatment')} options={treatments} {...input} />}
        </Field>
        <Field of={dialog} name="defaultTreatment">
          {(input) => <ChoiceField label={t('form.defaultTreatment')} options={treatments} {...input} />}
        </Field>
      </FieldRow>
      <Field of={dialog} name="rules">
        {({ value, onChange, error }) => <RulesField value={value} onChange={onChange} error={error} />}
      </Field>
      <Field of={dialog} name="metadata">
        {(input) => <JsonField label={t('form.metadata')} help={t('form.metadataHelp')} optional {...input} />}
      </Field>
    </DialogForm>
  )
}
