import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Tenant } from '../wire'
import { tenantNamesQuery } from './names.queries'
import { moveTenant } from './parts.actions'
import { choicesQuery } from './parts.queries'
import { readTenant } from './tenants.queries'
import { useT } from './tenants.texts'

const schema = z.object({ parentId: z.string() })

const toFormValues = ({ parentTenantId }: Tenant) => ({ parentId: parentTenantId ?? '' })

/** Moves a tenant below another one, or to the top level. */
export function MoveDialog({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const t = useT()
  const move = useAction(moveTenant)
  const [typed, setTyped] = useState('')
  const api = useApi()
  const { data: found = [] } = useQuery(choicesQuery(api, typed))
  const { parentId: parent } = toFormValues(tenant)
  const { data: names } = useQuery(tenantNamesQuery(api, parent ? [parent] : []))
  const [picked, setPicked] = useState({ value: parent, label: parent })
  const chosen = picked.value === parent ? { value: parent, label: names?.get(parent) ?? parent } : picked
  const dialog = useDialogForm({
    schema,
    start: toFormValues(tenant),
    current: async () => toFormValues(await readTenant(api, tenant.id)),
    // Only the ID of the other parent is known here, which means nothing to administrators.
    words: { parentId: () => '' },
    save: ({ parentId }, _, base) =>
      parentId !== base.parentId &&
      move.run({ tenant: { ...tenant, parentTenantId: base.parentId || null }, parentId: parentId || null }),
    refusals: { 'hierarchy.*': 'parentId', 'sub_accounts.*': 'parentId' },
    onClose,
  })
  const others = found.filter(({ id }) => id !== tenant.id).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = chosen.value === '' || others.some(({ value }) => value === chosen.value)
  const data = isListed ? others : [chosen, ...others]

  return (
    <DialogForm
      of={dialog}
      title={t('move.title', { name: tenant.name })}
      description={t('move.help')}
      submitLabel={t('move.submit')}
    >
      <Field of={dialog} name="parentId">
        {({ value, onChange, error, ...input }) => (
          <Select
            {...fieldProps({ label: t('move.parent'), help: t('move.parentHelp'), error })}
            {...input}
            data={data}
            value={value || null}
            onChange={(next, option) => {
              setPicked({ value: next ?? '', label: option?.label ?? '' })
              onChange(next ?? '')
            }}
            onSearchChange={(text) => setTyped(text === chosen.label ? '' : text.trim())}
            filter={({ options }) => options}
            placeholder={t('move.search')}
            nothingFoundMessage={t('move.nothing')}
            searchable
            clearable
            data-autofocus
          />
        )}
      </Field>
    </DialogForm>
  )
}
