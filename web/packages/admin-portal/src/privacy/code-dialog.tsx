import { TextField } from '@gatehouse/ui'
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
  /** Stands above the field. */
  readonly children?: ReactNode
}

const SCHEMA = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, { error: () => t('code.missing') }),
})

/** Six digits that somebody was sent, or that an app shows. */
export function CodeDialog({ title, description, submitLabel, onCode, onClose, children }: CodeDialogProps) {
  const t = useT()
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
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            data-autofocus
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
