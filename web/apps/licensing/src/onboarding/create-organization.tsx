import { useAction } from '@gatehouse/admin-portal/action'
import { useTenants } from '@gatehouse/react'
import { InlineAlert, TextField, useSubmit, useUnsaved } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useUserData } from '../session/user-data'
import { t, useT } from '../texts'
import classes from './onboarding.module.css'
import { createOrganization } from './organization.queries'

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t('onboarding.nameMissing') })
    .max(200),
  billingEmail: z.email({ error: () => t('onboarding.emailWrong') }).max(320),
})

export function CreateOrganization() {
  const t = useT()
  useDocumentTitle(t('onboarding.title'))
  const { email } = useUserData()
  const { activeTenant } = useTenants()
  const create = useAction(createOrganization)
  const { pending, failure, run } = useSubmit()
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: activeTenant?.name ?? '', billingEmail: email },
  })
  const { errors, isDirty } = form.formState
  useUnsaved(isDirty)
  const submit = form.handleSubmit((values) => run(() => create.run(values)))
  return (
    <form className={classes.card} noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h1 className={classes.title}>{t('onboarding.title')}</h1>
        <p className={classes.purpose}>{t('onboarding.purpose')}</p>
      </div>
      {failure && <InlineAlert tone="danger" title={failure} />}
      <TextField
        label={t('onboarding.name')}
        autoComplete="organization"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label={t('onboarding.email')}
        help={t('onboarding.emailHelp')}
        type="email"
        autoComplete="email"
        error={errors.billingEmail?.message}
        {...form.register('billingEmail')}
      />
      <Button type="submit" loading={pending} fullWidth>
        {t('onboarding.submit')}
      </Button>
    </form>
  )
}
