import { errorText, fieldProps, SaveBar, TextAreaField, TextField, toast } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Card, Select, Stack, Title } from '@mantine/core'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { LeaveGuard } from '../shared/leave-guard'
import type { AccountSettings } from '../wire'
import { useSaveAccount } from './account.queries'
import { t, useT } from './account.texts'
import { currencies, timezones } from './choices'

const limited = (count: number) =>
  z
    .string()
    .trim()
    .max(count, { error: () => t('tooLong', { count }) })

/** As the server reads it: the scheme may be left out. */
const WEBSITE = /^(https?:\/\/)?[^\s/:@?#]+\.[^\s/:@?#]+(:\d{1,5})?([/?#]\S*)?$/

const schema = z.object({
  name: limited(200).min(1, { error: () => t('nameMissing') }),
  website: limited(2000).refine((text) => text === '' || WEBSITE.test(text), { error: () => t('websiteWrong') }),
  address: limited(500),
  timezone: z.string(),
  currency: z.string(),
})

type Values = z.infer<typeof schema>

export function AccountForm({ account }: { account: AccountSettings }) {
  const t = useT()
  const save = useSaveAccount()
  const form = useForm<Values>({ resolver: zodResolver(schema), values: valuesOf(account) })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit(async (values) => {
    await save.mutateAsync(values)
    toast.success(t('saved'))
  })

  return (
    <Card component="section" aria-labelledby="account-details">
      <form noValidate onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <Stack gap="md">
          <Title order={2} size="h3" id="account-details">
            {t('details')}
          </Title>
          <TextField
            label={t('name')}
            error={errors.name?.message}
            autoComplete="organization"
            {...form.register('name')}
          />
          <TextField
            label={t('website')}
            optional
            error={errors.website?.message}
            type="url"
            {...form.register('website')}
          />
          <TextAreaField
            label={t('address')}
            optional
            minRows={2}
            error={errors.address?.message}
            {...form.register('address')}
          />
          <Controller
            control={form.control}
            name="timezone"
            render={({ field }) => (
              <Choice {...field} label={t('timezone')} help={t('timezoneHelp')} data={timezones()} />
            )}
          />
          <Controller
            control={form.control}
            name="currency"
            render={({ field }) => <Choice {...field} label={t('currency')} data={currencies()} />}
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

interface ChoiceProps {
  label: string
  help?: string
  data: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  onBlur: () => void
}

function Choice({ label, help, data, value, onChange, onBlur }: ChoiceProps) {
  const t = useT()
  // What another client stored stays what it is, even if this browser does not know it.
  const isKnown = value === '' || data.some((choice) => choice.value === value)
  return (
    <Select
      {...fieldProps({ label, help, optional: true })}
      data={isKnown ? data : [{ value, label: value }, ...data]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      onBlur={onBlur}
      placeholder={t('search')}
      nothingFoundMessage={t('nothingFound')}
      searchable
      clearable
      limit={100}
    />
  )
}

function valuesOf({ name, website, address, timezone, currency }: AccountSettings): Values {
  return {
    name,
    website: website ?? '',
    address: address ?? '',
    timezone: timezone ?? '',
    currency: currency ?? '',
  }
}
