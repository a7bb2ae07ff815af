import { DialogForm, Field, useAction, useDialogForm, useEdited } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useState } from 'react'
import { z } from 'zod'
import { dayOf, lastDay } from '../shared/days'
import { EndDayField } from '../shared/end-day-field'
import type { Entitlement } from '../wire'
import { changeEnd } from './entitlements.actions'
import { type Row, readEntitlement } from './entitlements.queries'
import { useT } from './entitlements.texts'

const schema = z.object({ ends: lastDay })

type Values = z.infer<typeof schema>
const toFormValues = ({ expirationDate }: Entitlement): Values => ({
  ends: expirationDate ? dayOf(expirationDate) : '',
})

export function ExpiryDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const t = useT()
  const change = useAction(changeEnd)
  const api = useApi()
  const edited = useEdited<Values>()
  const [start] = useState(() => toFormValues(row))
  const dialog = useDialogForm<Values>({
    schema,
    start,
    async save(values) {
      const now = toFormValues(await readEntitlement(api, row.id))
      return change.run({ row, ...values, ...edited(start, values, now) })
    },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('edit.title')} submitLabel={t('edit.submit')}>
      <Field of={dialog} name="ends">
        {(input) => <EndDayField label={t('form.ends')} help={t('edit.help')} optional data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
