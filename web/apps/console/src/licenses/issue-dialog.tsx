import {
  DialogForm,
  Field,
  FieldRow,
  NumberField,
  shortText,
  useAction,
  useDialogForm,
} from '@gatehouse/admin-portal/kit'
import { DayField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { lastDay } from '../shared/days'
import { TenantField } from '../shared/tenant-field'
import { issueLicense } from './licenses.actions'
import { t, useT } from './licenses.texts'

const MOST_SEATS = 1_000_000
const TYPE = /^[a-z0-9][a-z0-9_-]{0,49}$/
/** License type of purchases. */
const USUAL_TYPE = 'teams'

export const seatCount = z
  .number({ error: () => t('form.seatsWrong') })
  .int({ error: () => t('form.seatsWrong') })
  .min(1, { error: () => t('form.seatsWrong') })
  .max(MOST_SEATS, { error: () => t('form.seatsWrong') })

const schema = z.object({
  tenantId: z.string().min(1, { error: () => t('form.tenantMissing') }),
  seats: seatCount,
  licenseType: z
    .string()
    .trim()
    .regex(TYPE, { error: () => t('form.typeWrong') }),
  name: shortText(200),
  until: lastDay,
  reference: shortText(100),
  billingEmail: z.union([z.literal(''), z.email({ error: () => t('form.emailWrong') })]),
})

interface IssueDialogProps {
  /** Preselects the tenant. */
  readonly tenantId?: string
  readonly onClose: () => void
}

/** Issues a license without the payment provider. */
export function IssueDialog({ tenantId, onClose }: IssueDialogProps) {
  const t = useT()
  const issue = useAction(issueLicense)
  const dialog = useDialogForm<z.infer<typeof schema>>({
    schema,
    start: {
      tenantId: tenantId ?? '',
      seats: 5,
      licenseType: USUAL_TYPE,
      name: '',
      until: '',
      reference: '',
      billingEmail: '',
    },
    save: (values) => issue.run(values),
    refusals: {
      'licenses.day_passed': 'until',
      'licenses.reference_taken': 'reference',
      'licenses.organization_needed': 'billingEmail',
      'tenants.*': 'tenantId',
    },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('issue.title')}
      description={t('issue.help')}
      submitLabel={t('issue.submit')}
      size={560}
    >
      {!tenantId && (
        <Field of={dialog} name="tenantId">
          {(input) => <TenantField label={t('columns.tenant')} {...input} />}
        </Field>
      )}
      <FieldRow>
        <Field of={dialog} name="seats">
          {(input) => <NumberField label={t('form.seats')} {...input} />}
        </Field>
        <Field of={dialog} name="until">
          {(input) => <DayField label={t('form.until')} help={t('form.untilHelp')} optional {...input} />}
        </Field>
      </FieldRow>
      <FieldRow>
        <Field of={dialog} name="name">
          {(input) => (
            <TextField label={t('form.name')} help={t('form.nameHelp')} autoComplete="off" optional {...input} />
          )}
        </Field>
        <Field of={dialog} name="licenseType">
          {(input) => <TextField label={t('drawer.type')} help={t('form.typeHelp')} autoComplete="off" {...input} />}
        </Field>
      </FieldRow>
      <Field of={dialog} name="reference">
        {(input) => (
          <TextField
            label={t('columns.reference')}
            help={t('form.referenceHelp')}
            autoComplete="off"
            optional
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="billingEmail">
        {(input) => (
          <TextField
            type="email"
            label={t('form.billingEmail')}
            help={t('form.billingEmailHelp')}
            autoComplete="off"
            optional
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
