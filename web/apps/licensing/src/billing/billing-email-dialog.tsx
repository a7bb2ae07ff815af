import { useAction } from '@gatehouse/admin-portal/action'
import { FormDialog, TextField } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { t, useT } from './billing.texts'
import { changeBillingEmail } from './payment.actions'

const schema = z.object({ email: z.email({ error: () => t('emailDialog.wrong') }).max(320) })

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
}

export function BillingEmailDialog({ opened, onClose }: Props) {
  const t = useT()
  const change = useAction(changeBillingEmail)
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '' } })
  const { errors, isDirty } = form.formState

  function close() {
    form.reset()
    onClose()
  }
  const save = form.handleSubmit(async ({ email }) => {
    await change.run(email)
    close()
  })
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('emailDialog.title')}
      description={t('emailDialog.text')}
      submitLabel={t('emailDialog.submit')}
      dirty={isDirty}
      onSubmit={save}
    >
      <TextField
        data-autofocus
        label={t('emailDialog.label')}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
    </FormDialog>
  )
}
