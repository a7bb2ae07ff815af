import type { User } from '@gatehouse/sdk'
import { errorText, SaveBar, TextAreaField, TextField, toast } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Card, Stack, Title } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { LeaveGuard } from '../shared/leave-guard'
import { PHONE_NUMBER } from '../shared/phone-number'
import { changedMetadata, readMetadata } from './metadata'
import { useSaveProfile } from './profile.queries'
import { t, useT } from './profile.texts'

const limited = (count: number) =>
  z
    .string()
    .trim()
    .max(count, { error: () => t('tooLong', { count }) })

const schema = z.object({
  name: limited(200).min(1, { error: () => t('nameMissing') }),
  phoneNumber: z
    .string()
    .trim()
    .refine((text) => text === '' || PHONE_NUMBER.test(text), { error: () => t('phoneWrong') }),
  jobTitle: limited(200),
  address: limited(500),
})

export type ProfileValues = z.infer<typeof schema>

export function ProfileForm({ user }: { user: User }) {
  const t = useT()
  const save = useSaveProfile()
  const form = useForm<ProfileValues>({ resolver: zodResolver(schema), values: valuesOf(user) })
  const { errors, isDirty } = form.formState

  const submit = form.handleSubmit(async ({ name, phoneNumber, jobTitle, address }) => {
    await save.mutateAsync(
      { name, phoneNumber, metadata: changedMetadata(user.metadata, { jobTitle, address }) },
      { onSuccess: () => toast.success(t('saved')) },
    )
  })

  return (
    <Card component="section" aria-labelledby="profile-details">
      <form noValidate onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <Stack gap="md">
          <Title order={2} size="h3" id="profile-details">
            {t('details')}
          </Title>
          <TextField label={t('name')} error={errors.name?.message} autoComplete="name" {...form.register('name')} />
          <TextField label={t('email')} help={t('emailHelp')} value={user.email} type="email" readOnly />
          <TextField
            label={t('phone')}
            optional
            help={t('phoneHelp')}
            error={errors.phoneNumber?.message}
            type="tel"
            autoComplete="tel"
            {...form.register('phoneNumber')}
          />
          <TextField
            label={t('jobTitle')}
            optional
            error={errors.jobTitle?.message}
            autoComplete="organization-title"
            {...form.register('jobTitle')}
          />
          <TextAreaField
            label={t('address')}
            optional
            minRows={2}
            error={errors.address?.message}
            autoComplete="street-address"
            {...form.register('address')}
          />
        </Stack>
        <SaveBar
          dirty={isDirty}
          saving={save.isPending}
          onDiscard={() => {
            save.reset()
            form.reset()
          }}
          error={save.error ? errorText(save.error) : undefined}
        />
      </form>
      <LeaveGuard dirty={isDirty} />
    </Card>
  )
}

function valuesOf({ name, phoneNumber, metadata }: User): ProfileValues {
  const { jobTitle, address } = readMetadata(metadata)
  return { name, phoneNumber: text(phoneNumber), jobTitle: text(jobTitle), address: text(address) }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
