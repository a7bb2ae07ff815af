import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { Tenant } from '../wire'
import { readValue } from './metadata'
import { addMetadata } from './parts.actions'
import { t, useT } from './tenants.texts'

const schema = z.object({
  key: shortText(200).min(1, { error: () => t('metadata.keyMissing') }),
  value: shortText(4096),
})

export function MetadataDialog({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const t = useT()
  const add = useAction(addMetadata)
  const dialog = useDialogForm({
    schema,
    start: { key: '', value: '' },
    save: ({ key, value }) => add.run({ tenant, key, value: readValue(value) }),
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('metadata.addTitle', { name: tenant.name })}
      description={t('metadata.help')}
      submitLabel={t('metadata.add')}
    >
      <Field of={dialog} name="key">
        {(input) => <TextField label={t('metadata.key')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="value">
        {(input) => (
          <TextField label={t('metadata.value')} help={t('metadata.valueHelp')} autoComplete="off" {...input} />
        )}
      </Field>
    </DialogForm>
  )
}
