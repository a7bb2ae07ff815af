import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { InlineAlert, TextAreaField, TextField } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { z } from 'zod'
import type { RunWithStepUp } from '../shared/step-up-dialog'
import type { VendorUser } from '../wire'
import { eraseUser } from './erasure.actions'
import { useT } from './erasure.texts'
import { nameOf } from './users.actions'

export interface ErasureValues {
  readonly address: string
  readonly reason: string
}

interface EraseDialogProps {
  readonly user: VendorUser
  readonly typed: ErasureValues | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<ErasureValues>
  readonly onClose: () => void
}

/** Explains what an erasure deletes and keeps, and asks for confirmation and a reason. */
export function EraseDialog({ user, typed, run, onClose }: EraseDialogProps) {
  const t = useT()
  const erase = useAction(eraseUser)
  const words = { name: nameOf(user), email: user.email }
  const address = shortText(254).pipe(
    z.string().refine((text) => text.toLowerCase() === user.email, { error: () => t('addressWrong') }),
  )
  const dialog = useDialogForm<ErasureValues>({
    schema: z.object({
      address,
      reason: shortText(500).pipe(z.string().min(3, { error: () => t('reasonShort') })),
    }),
    start: { address: '', reason: '' },
    typed,
    save: (values) => run(() => erase.run({ user, reason: values.reason }), values),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('title', words)} submitLabel={t('verb')} size={520} danger>
      <InlineAlert tone="danger">{t('final', words)}</InlineAlert>
      <Stack gap="md">
        <div>
          <strong>{t('goes')}</strong>
          <div>{t('goesText', words)}</div>
        </div>
        <div>
          <strong>{t('stays')}</strong>
          <div>{t('staysText', words)}</div>
        </div>
      </Stack>
      <Field of={dialog} name="address">
        {(input) => (
          <TextField label={t('address', words)} autoComplete="off" spellCheck={false} data-autofocus {...input} />
        )}
      </Field>
      <Field of={dialog} name="reason">
        {(input) => <TextAreaField label={t('reason')} help={t('reasonHelp')} minRows={2} {...input} />}
      </Field>
    </DialogForm>
  )
}
