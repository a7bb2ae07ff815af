import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { InlineAlert, TextAreaField, TextField } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { z } from 'zod'
import type { RunFresh } from '../shared/fresh-dialog'
import type { Person } from '../wire'
import { erasePerson } from './erasure.actions'
import { useT } from './erasure.texts'
import { nameOf } from './people.actions'

export interface ErasureValues {
  readonly address: string
  readonly reason: string
}

interface EraseDialogProps {
  readonly person: Person
  readonly typed: ErasureValues | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunFresh<ErasureValues>
  readonly onClose: () => void
}

/** Explains what an erasure deletes and keeps, and asks for confirmation and a reason. */
export function EraseDialog({ person, typed, run, onClose }: EraseDialogProps) {
  const t = useT()
  const erase = useAction(erasePerson)
  const words = { name: nameOf(person), email: person.email }
  const address = shortText(254).pipe(
    z.string().refine((text) => text.toLowerCase() === person.email, { error: () => t('addressWrong') }),
  )
  const dialog = useDialogForm<ErasureValues>({
    schema: z.object({
      address,
      reason: shortText(500).pipe(z.string().min(3, { error: () => t('reasonShort') })),
    }),
    start: { address: '', reason: '' },
    typed,
    save: (values) => run(() => erase.run({ person, reason: values.reason }), values),
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
