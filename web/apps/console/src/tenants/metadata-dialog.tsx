import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { useRef } from 'react'
import { z } from 'zod'
import type { Tenant } from '../wire'
import { formatMetadataValue, metadataEntries, parseMetadataValue } from './metadata'
import { addMetadata } from './parts.actions'
import { readTenant } from './tenants.queries'
import { t, useT } from './tenants.texts'

const schema = z.object({
  key: shortText(200).min(1, { error: () => t('metadata.keyMissing') }),
  value: shortText(4096),
})

export function MetadataDialog({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const t = useT()
  const add = useAction(addMetadata)
  const api = useApi()
  const asked = useRef('')

  /** Refuses once to overwrite an existing value. */
  function askOnce(key: string, value: string) {
    const question = `key: ${t('metadata.keyTaken', { value: value.slice(0, 200) })}`
    if (asked.current === key + question) return
    asked.current = key + question
    throw new ApiError(409, '', [question])
  }
  const dialog = useDialogForm({
    schema,
    start: { key: '', value: '' },
    async save({ key, value }) {
      const { metadata } = await readTenant(api, tenant.id)
      const there = metadataEntries(metadata).find(([name]) => name === key)
      if (there && formatMetadataValue(there[1]) !== formatMetadataValue(parseMetadataValue(value)))
        askOnce(key, formatMetadataValue(there[1]))
      return add.run({ tenant, key, value: parseMetadataValue(value) })
    },
    refusals: { 'tenants.metadata_key_unusable': 'key', 'tenants.metadata_too_large': 'value' },
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
