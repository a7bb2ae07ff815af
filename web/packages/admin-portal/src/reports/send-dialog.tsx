import { useAuthUser, useTenants } from '@gatehouse/react'
import { fieldProps } from '@gatehouse/ui'
import { TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import type { Report } from '../wire'
import { nameOf } from './kind'
import { PeriodField } from './period-field'
import { sendReport } from './reports.actions'
import { PERIODS, type Period } from './reports.queries'
import { t, useT } from './reports.texts'

/** As many as the server takes. */
const MOST = 20
const ADDRESS = /^[^\s@]+@[^\s@]+$/

const schema = z.object({
  to: z
    .array(z.string())
    .min(1, { error: () => t('send.missing') })
    .superRefine((all, context) => {
      const wrong = all.find((one) => !ADDRESS.test(one))
      if (wrong) context.addIssue({ code: 'custom', message: t('send.wrong', { text: wrong }) })
    }),
  period: z.enum(PERIODS),
})

export function SendDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const t = useT()
  const { email } = useAuthUser()
  const { activeTenant } = useTenants()
  const send = useAction(sendReport)
  const account = activeTenant?.name ?? ''
  const start = useMemo(() => ({ to: [email], period: '7' as Period }), [email])
  const dialog = useDialogForm({
    schema,
    start,
    save: (values) => send.run({ report, ...values }),
    refusals: { 'reports.not_a_member': 'to' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('send.title', { name: nameOf(report) })}
      description={t('send.help')}
      submitLabel={t('send.submit')}
    >
      <Field of={dialog} name="to">
        {({ error, ...input }) => (
          <TagsInput
            {...fieldProps({ label: t('send.to'), help: t('send.toHelp', { name: account }), error })}
            {...input}
            splitChars={[',', ';', '\n', ' ']}
            maxTags={MOST}
            acceptValueOnBlur
            autoComplete="off"
            inputMode="email"
            data-autofocus
          />
        )}
      </Field>
      <Field of={dialog} name="period">
        {(input) => <PeriodField {...input} />}
      </Field>
    </DialogForm>
  )
}
