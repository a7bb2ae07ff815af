import { DialogForm, Field, NumberField, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { seatCount } from './issue-dialog'
import { changeLicense } from './licenses.actions'
import { type LicenseRow, readLicense } from './licenses.queries'
import { t, useT } from './licenses.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  seats: seatCount,
})

type Values = z.infer<typeof schema>
const toFormValues = ({ name, maxSeats }: LicenseRow): Values => ({ name, seats: maxSeats })

/** Edits the name, and the number of seats unless a subscription determines it. */
export function EditDialog({ license, onClose }: { readonly license: LicenseRow; readonly onClose: () => void }) {
  const t = useT()
  const change = useAction(changeLicense)
  const api = useApi()
  const dialog = useDialogForm<Values>({
    schema,
    start: toFormValues(license),
    current: async () => toFormValues(await readLicense(api, license.fingerprint)),
    save: (_, changed) => change.run({ license, values: changed }),
    refusals: { 'licenses.seats_are_paid': 'seats', 'licenses.seats_in_use': 'seats' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('edit.title', { name: license.name })} submitLabel={t('edit.submit')}>
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      {license.source === 'issued' && (
        <Field of={dialog} name="seats">
          {(input) => <NumberField label={t('form.seats')} {...input} />}
        </Field>
      )}
    </DialogForm>
  )
}
