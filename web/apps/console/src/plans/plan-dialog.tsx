import {
  DialogForm,
  Field,
  FieldRow,
  NumberField,
  offerOf,
  shortText,
  useAction,
  useDialogForm,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { errorText, fieldProps, TextAreaField, TextField } from '@gatehouse/ui'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { featuresQuery } from '../features/features.queries'
import { RulesField } from '../flags/rules-field'
import { rulesSchema } from '../flags/rules-schema'
import { CheckField } from '../shared/check-field'
import { ChoiceField, MOST_SHOWN } from '../shared/choice-field'
import { JsonField } from '../shared/json-field'
import { jsonObject } from '../shared/json-object'
import { jsonText } from '../shared/json-text'
import { LinesField } from '../shared/lines-field'
import type { Plan } from '../wire'
import { changePlan, createPlan, type PlanValues } from './plans.actions'
import { readPlan } from './plans.queries'
import { t, useT } from './plans.texts'

const trial = { error: () => t('form.trialWrong') }
const days = { error: () => t('form.daysWrong') }

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  description: shortText(2000),
  featureKeys: z.array(z.string()),
  defaultTimeLimitation: z.number(days).int(days).min(1, days).max(36_500, days).nullable(),
  assignOnSignup: z.boolean(),
  licenseTypes: z.array(z.string()),
  defaultTreatment: z.enum(['true', 'false']),
  rules: rulesSchema,
  priceId: z
    .string()
    .trim()
    .regex(/^\w{0,200}$/, { error: () => t('form.priceWrong') }),
  trialDays: z.number(trial).int(trial).min(1, trial).max(730, trial).nullable(),
  metadata: jsonObject,
})

const toFormValues = (plan: Plan | undefined): PlanValues => ({
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  featureKeys: plan?.featureKeys ?? [],
  defaultTimeLimitation: plan?.defaultTimeLimitation ?? null,
  assignOnSignup: plan?.assignOnSignup ?? false,
  licenseTypes: plan?.licenseTypes ?? [],
  defaultTreatment: plan?.defaultTreatment ?? 'false',
  rules: plan?.rules ?? [],
  priceId: plan?.priceId ?? '',
  trialDays: plan?.trialDays ?? null,
  metadata: jsonText(plan?.metadata),
})

/** Form for a new plan, or for all settings of an existing one. */
export function PlanDialog({ plan, onClose }: { readonly plan?: Plan; readonly onClose: () => void }) {
  const t = useT()
  const create = useAction(createPlan)
  const change = useAction(changePlan)
  const { data: features = [], failure } = offerOf(useQuery(featuresQuery(useApi())))
  const api = useApi()
  const dialog = useDialogForm<PlanValues>({
    schema,
    start: toFormValues(plan),
    current: plan && (async () => toFormValues(await readPlan(api, plan.id))),
    save: (values, changed) => (plan ? change.run({ plan, values: changed }) : create.run(values)),
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={plan ? t('edit.title', { name: plan.name }) : t('create.title')}
      submitLabel={t(plan ? 'edit.submit' : 'create.submit')}
      size={680}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
      <Field of={dialog} name="featureKeys">
        {({ error, ...input }) => (
          <MultiSelect
            {...fieldProps({
              label: t('form.features'),
              help: t('form.featuresHelp'),
              error: error ?? (failure ? errorText(failure) : undefined),
            })}
            {...input}
            nothingFoundMessage={t('form.featuresNone')}
            data={features.map(({ key, name }) => ({ value: key, label: name }))}
            searchable
            limit={MOST_SHOWN}
          />
        )}
      </Field>
      <FieldRow>
        <Field of={dialog} name="priceId">
          {(input) => (
            <TextField label={t('form.price')} help={t('form.priceHelp')} autoComplete="off" optional {...input} />
          )}
        </Field>
        <Field of={dialog} name="trialDays">
          {({ value, onChange, ...input }) => (
            <NumberField
              label={t('form.trial')}
              help={t('form.trialHelp')}
              {...input}
              value={value ?? Number.NaN}
              onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
            />
          )}
        </Field>
      </FieldRow>
      <Field of={dialog} name="defaultTimeLimitation">
        {({ value, onChange, ...input }) => (
          <NumberField
            label={t('form.days')}
            help={t('form.daysHelp')}
            {...input}
            value={value ?? Number.NaN}
            onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
          />
        )}
      </Field>
      <Field of={dialog} name="assignOnSignup">
        {(input) => <CheckField label={t('form.assignOnSignup')} {...input} />}
      </Field>
      <Field of={dialog} name="licenseTypes">
        {(input) => <LinesField label={t('form.licenseTypes')} help={t('form.licenseTypesHelp')} optional {...input} />}
      </Field>
      <Field of={dialog} name="defaultTreatment">
        {(input) => (
          <ChoiceField
            label={t('form.defaultTreatment')}
            options={(['false', 'true'] as const).map((one) => [one, t(`treatment.${one}`)] as const)}
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="rules">
        {({ value, onChange, error }) => <RulesField value={value} onChange={onChange} error={error} />}
      </Field>
      <Field of={dialog} name="metadata">
        {(input) => <JsonField label={t('form.metadata')} help={t('form.metadataHelp')} optional {...input} />}
      </Field>
    </DialogForm>
  )
}
