import { normalizeCode, TextField } from '@gatehouse/ui'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { t, useT } from './privacy.texts'

interface CodeDialogProps {
  readonly title: string
  readonly description: string
  readonly submitLabel: string
  readonly onCode: (code: string) => Promise<unknown>
  readonly onClose: () => void
  /** Where the code is to be found. */
  readonly help?: string
  /** Stands above the field. */
  readonly children?: ReactNode
  /** For who has no code. */
  readonly otherwise?: ReactNode
}

const SCHEMA = z.object({
  code: z
    .string()
    .transform(normalizeCode)
    .pipe(z.string().regex(/^\d{6}$/, { error: () => t('code.missing') })),
})

/** A six-digit verification code from a message or an authenticator app. */
export function CodeDialog({ title, description, submitLabel, onCode, onClose, ...around }: CodeDialogProps) {
  const t = useT()
  const { help, children, otherwise } = around
  const dialog = useDialogForm({
    schema: SCHEMA,
    start: { code: '' },
    save: ({ code }) => onCode(code).then(() => undefined),
    refusals: { 'ER-01011': 'code', 'ER-01017': 'code' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={title} description={description} submitLabel={submitLabel} size={440}>
      {children}
      <Field of={dialog} name="code">
        {(input) => (
          <TextField
            label={t('code.label')}
            help={help}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
            data-autofocus
            {...input}
          />
        )}
      </Field>
      {otherwise}
    </DialogForm>
  )
}
