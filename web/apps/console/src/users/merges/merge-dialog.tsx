import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextAreaField } from '@gatehouse/ui'
import { z } from 'zod'
import type { RunWithStepUp } from '../../shared/step-up-dialog'
import type { VendorUser } from '../../wire'
import { nameOf } from '../users.actions'
import { askMerge } from './merges.queries'
import { t, useT } from './merges.texts'
import { UserField } from './user-field'

const schema = z.object({
  staysId: z.string().min(1, { error: () => t('ask.missing') }),
  reason: shortText(500).pipe(z.string().min(3, { error: () => t('ask.reasonShort') })),
})

export type MergeValues = z.infer<typeof schema>

interface MergeDialogProps {
  /** The account that is closed. */
  readonly goes: VendorUser
  readonly typed: MergeValues | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<MergeValues>
  readonly onClose: () => void
}

export function MergeDialog({ goes, typed, run, onClose }: MergeDialogProps) {
  const t = useT()
  const ask = useAction(askMerge)
  const dialog = useDialogForm({
    schema,
    start: { staysId: '', reason: '' },
    typed,
    save: (values) => run(() => ask.run({ goes, ...values }), values),
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('ask.title', { name: nameOf(goes) })}
      description={t('ask.text', { email: goes.email })}
      submitLabel={t('ask.verb')}
    >
      <Field of={dialog} name="staysId">
        {(input) => (
          <UserField
            label={t('ask.stays')}
            placeholder={t('ask.staysHelp')}
            noResults={t('ask.noResults')}
            without={goes}
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="reason">
        {(input) => <TextAreaField label={t('ask.reason')} help={t('ask.reasonHelp')} minRows={2} {...input} />}
      </Field>
    </DialogForm>
  )
}
