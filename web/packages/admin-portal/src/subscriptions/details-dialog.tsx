import { fieldProps, TextField } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { countries } from '../security/country-names'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { FieldRow } from '../shared/field-row'
import { useReadAgain } from '../shared/read-again'
import { shortText } from '../shared/schemas'
import type { PaymentMethod } from '../wire'
import { saveBillingDetails } from './subscriptions.actions'
import { methodsQuery } from './subscriptions.queries'
import { t, useT } from './subscriptions.texts'

const schema = z.object({
  email: z.union([z.literal(''), z.email({ error: () => t('details.emailWrong') }).max(320)]),
  addressLine1: shortText(200),
  addressLine2: shortText(200),
  city: shortText(100),
  state: shortText(100),
  postalCode: shortText(20),
  country: z.string(),
})

const startOf = ({ billingDetails: { email, address } }: PaymentMethod) => ({
  email: email ?? '',
  addressLine1: address.addressLine1 ?? '',
  addressLine2: address.addressLine2 ?? '',
  city: address.city ?? '',
  state: address.state ?? '',
  postalCode: address.postalCode ?? '',
  country: address.country ?? '',
})

interface DetailsDialogProps {
  readonly method: PaymentMethod
  readonly onClose: () => void
}

export function DetailsDialog({ method, onClose }: DetailsDialogProps) {
  const t = useT()
  const all = useMemo(countries, [])
  const change = useAction(saveBillingDetails, { awaitRefetch: true })
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema,
    start: startOf(method),
    async current() {
      const now = (await readAgain(methodsQuery)).find(({ id }) => id === method.id)
      return now && startOf(now)
    },
    save: async ({ email: written, ...rest }) => void (await change.run({ method, email: written, address: rest })),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('details.edit')} description={t('details.help')} submitLabel={t('details.submit')}>
      <Field of={dialog} name="email">
        {(input) => (
          <TextField label={t('details.email')} type="email" autoComplete="email" data-autofocus {...input} />
        )}
      </Field>
      <Field of={dialog} name="addressLine1">
        {(input) => <TextField label={t('details.line1')} autoComplete="address-line1" {...input} />}
      </Field>
      <Field of={dialog} name="addressLine2">
        {(input) => <TextField label={t('details.line2')} optional autoComplete="address-line2" {...input} />}
      </Field>
      <FieldRow>
        <Field of={dialog} name="postalCode">
          {(input) => <TextField label={t('details.postalCode')} autoComplete="postal-code" {...input} />}
        </Field>
        <Field of={dialog} name="city">
          {(input) => <TextField label={t('details.city')} autoComplete="address-level2" {...input} />}
        </Field>
      </FieldRow>
      <FieldRow>
        <Field of={dialog} name="state">
          {(input) => <TextField label={t('details.state')} optional autoComplete="address-level1" {...input} />}
        </Field>
        <Field of={dialog} name="country">
          {({ error, value, onChange, readOnly: _, ...input }) => (
            <Select
              {...fieldProps({ label: t('details.country'), error })}
              {...input}
              data={all}
              value={value || null}
              onChange={(next) => onChange(next ?? '')}
              placeholder={t('details.countryNone')}
              nothingFoundMessage={t('details.countryUnknown')}
              autoComplete="country"
              searchable
              clearable
              limit={100}
            />
          )}
        </Field>
      </FieldRow>
    </DialogForm>
  )
}
