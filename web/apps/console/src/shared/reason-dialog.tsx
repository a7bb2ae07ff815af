import { DialogForm, Field, shortText, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextAreaField } from '@gatehouse/ui'
import { z } from 'zod'
import { useT } from './fresh-factor.texts'

interface ReasonDialogProps {
  readonly title: string
  readonly text: string
  readonly verb: string
  readonly save: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Says what will happen, and asks why, for the audit log. */
export function ReasonDialog({ title, text, verb, save, onClose }: ReasonDialogProps) {
  const t = useT()
  const dialog = useDialogForm({
    schema: z.object({ reason: shortText(500).pipe(z.string().min(3, { error: () => t('reasonShort') })) }),
    start: { reason: '' },
    save: ({ reason }) => save(reason),
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
