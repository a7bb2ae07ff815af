import { TextAreaField, TextField } from '@gatehouse/ui'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { DialogForm, type DialogFormState } from '../dialog-form'
import { Field, type FormOf } from '../field'
import { shortText } from '../schemas'
import { t, useT } from './endpoint.texts'

/** The fields of every endpoint; its section adds what it is called for. */
export const endpointFields = {
  displayName: shortText(200).min(1, { error: () => t('nameMissing') }),
  description: shortText(2000),
  url: shortText(2000).regex(/^https?:\/\/[^\s/]/i, { error: () => t('urlWrong') }),
}

type EndpointValues = z.infer<z.ZodObject<typeof endpointFields>>

interface EndpointDialogProps<Values extends FieldValues> {
  readonly of: DialogFormState<Values>
  readonly title: string
  readonly about?: string | undefined
  readonly submitLabel: string
  readonly urlHelp: string
  /** Between the address and its description. */
  readonly children: ReactNode
  /** After the description. */
  readonly last?: ReactNode
}

/** The dialog of an endpoint: its URL, and what it is called for. */
export function EndpointDialog<Values extends EndpointValues & FieldValues>(props: EndpointDialogProps<Values>) {
  const { of, title, about, submitLabel, urlHelp, children, last } = props
  const t = useT()
  // Of its form no more than these is read here.
  const own = of as unknown as FormOf<EndpointValues>
  return (
    <DialogForm of={of} title={title} description={about} submitLabel={submitLabel}>
      <Field of={own} name="displayName">
        {(input) => <TextField label={t('name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={own} name="url">
        {(input) => (
          <TextField label={t('url')} help={urlHelp} type="url" autoComplete="off" placeholder="https://" {...input} />
        )}
      </Field>
      {children}
      <Field of={own} name="description">
        {(input) => <TextAreaField label={t('description')} optional minRows={2} {...input} />}
      </Field>
      {last}
    </DialogForm>
  )
}
