import type { User } from '@gatehouse/sdk'
import { TextAreaField, TextField } from '@gatehouse/ui'
import { useRef } from 'react'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { useAppearance } from '../shared/appearance'
import { Field } from '../shared/field'
import { FieldRow } from '../shared/field-row'
import { useReadAgain } from '../shared/read-again'
import { phoneNumber, shortText } from '../shared/schemas'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import { changedMetadata, readMetadata } from './metadata'
import { meQuery, saveProfile } from './profile.queries'
import { t, useT } from './profile.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('nameMissing') }),
  phoneNumber,
  jobTitle: shortText(200),
  address: shortText(500),
})

/** What of a user the form edits. */
interface Stored {
  readonly name: string
  readonly phoneNumber?: unknown
  readonly metadata?: unknown
}

type Values = z.infer<typeof schema>

export function ProfileForm({ user }: { user: User }) {
  const t = useT()
  const save = useAction(saveProfile)
  const now = useRef<Stored>(user)
  const readAgain = useReadAgain()
  const settings = useSettingsForm<Values>({
    schema,
    values: valuesOf(user),
    async current() {
      now.current = await readAgain(meQuery)
      return valuesOf(now.current)
    },
    save: ({ jobTitle, address, ...changed }) => {
      const metadata = changedMetadata(now.current.metadata, { jobTitle, address })
      return save.run({ ...changed, ...(metadata && { metadata }) })
    },
    appearance: useAppearance('profile'),
  })

  return (
    <SettingsCard title={t('details')} settings={settings}>
      <Field of={settings} name="name">
        {(input) => <TextField label={t('name')} autoComplete="name" {...input} />}
      </Field>
      <TextField label={t('email')} help={t('emailHelp')} value={user.email} type="email" readOnly />
      <FieldRow>
        <Field of={settings} name="phoneNumber">
          {(input) => (
            <TextField label={t('phone')} optional help={t('phoneHelp')} type="tel" autoComplete="tel" {...input} />
          )}
        </Field>
        <Field of={settings} name="jobTitle">
          {(input) => <TextField label={t('jobTitle')} optional autoComplete="organization-title" {...input} />}
        </Field>
      </FieldRow>
      <Field of={settings} name="address">
        {(input) => (
          <TextAreaField label={t('address')} optional minRows={2} autoComplete="street-address" {...input} />
        )}
      </Field>
    </SettingsCard>
  )
}

function valuesOf({ name, phoneNumber, metadata }: Stored): Values {
  const { jobTitle, address } = readMetadata(metadata)
  return { name, phoneNumber: text(phoneNumber), jobTitle: text(jobTitle), address: text(address) }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
