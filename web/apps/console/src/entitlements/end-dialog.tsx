import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { z } from 'zod'
import { DayField } from '../shared/day-field'
import { lastDay } from '../shared/days'
import { changeEnd } from './entitlements.actions'
import type { Row } from './entitlements.queries'
import { useT } from './entitlements.texts'

const schema = z.object({ ends: lastDay })

export function EndDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const t = useT()
  const change = useAction(changeEnd)
  const dialog = useDialogForm<z.infer<typeof schema>>({
    schema,
    start: { ends: row.expirationDate ? dayOf(new Date(row.expirationDate)) : '' },
    save: ({ ends }) => change.run({ row, ends }),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('edit.title')} submitLabel={t('edit.submit')}>
      <Field of={dialog} name="ends">
        {(input) => <DayField label={t('form.ends')} help={t('edit.help')} optional data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}

/** Here, as a date field has it. */
function dayOf(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
