import { DialogForm, Field, shortText, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextAreaField } from '@gatehouse/ui'
import { z } from 'zod'
import { useT } from './step-up-dialog.texts'

export interface Reason {
  readonly reason: string
}

interface ReasonDialogProps {
  readonly title: string
  readonly text: string
  readonly verb: string
  readonly typed: Reason | undefined
  readonly save: (typed: Reason) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for confirmation and a reason, which the audit log records. */
export function ReasonDialog({ title, text, verb, typed, save, onClose }: ReasonDialogProps) {
  const t = useT()
  const dialog = useDialogForm<Reason>({
    schema: z.object({ reason: shortText(500).pipe(z.string().min(3, { error: () => t('reasonShort') })) }),
    start: { reason: '' },
    typed,
    save: (values) => save(values),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={title} description={text} submitLabel={verb}>
      <Field of={dialog} name="reason">
        {(input) => <TextAreaField label={t('reason')} help={t('reasonHelp')} minRows={2} data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
