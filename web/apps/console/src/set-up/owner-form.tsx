import { shortText } from '@gatehouse/admin-portal/kit'
import { InlineAlert, Logo, PasswordField, TextField, useSubmit } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Card, Center, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Owner } from './owner'
import { t, useT } from './set-up.texts'

const requiredText = () => shortText(200).min(1, { error: () => t('missing') })
const schema = z.object({
  email: z.email({ error: () => t('emailWrong') }).max(320),
  name: requiredText(),
  companyName: requiredText(),
  password: z
    .string()
    .min(1, { error: () => t('missing') })
    .max(1024),
})

/** Form for the first owner account. The server checks the password rules. */
export function OwnerForm({ onSubmit }: { readonly onSubmit: (owner: Owner) => Promise<void> }) {
  const t = useT()
  useDocumentTitle(t('title'))
  const { pending, failure, run } = useSubmit()
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', name: '', companyName: '', password: '' },
  })
  const { errors } = form.formState
  return (
    <Center component="main" mih="100dvh" p="md">
      <Card w="min(440px, 100%)" p="xl">
        <form noValidate onSubmit={form.handleSubmit((owner) => run(() => onSubmit(owner)))}>
          <Stack gap="md">
            <Logo />
            <div>
              <Title order={1} size="h2">
                {t('title')}
              </Title>
              <Text c="dimmed">{t('purpose')}</Text>
            </div>
            {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
            <TextField
              label={t('email')}
              type="email"
              autoComplete="username"
              error={errors.email?.message}
              {...form.register('email')}
            />
            <TextField label={t('name')} autoComplete="name" error={errors.name?.message} {...form.register('name')} />
            <TextField
              label={t('company')}
              autoComplete="organization"
              error={errors.companyName?.message}
              {...form.register('companyName')}
            />
            <PasswordField
              label={t('password')}
              autoComplete="new-password"
              error={errors.password?.message}
              {...form.register('password')}
            />
            <Button type="submit" loading={pending} fullWidth>
              {t('submit')}
            </Button>
          </Stack>
        </form>
      </Card>
    </Center>
  )
}
