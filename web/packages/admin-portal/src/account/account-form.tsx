import { TextAreaField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { useAppearance } from '../shared/appearance'
import { Field } from '../shared/field'
import { FieldRow } from '../shared/field-row'
import { useReadAgain } from '../shared/read-again'
import { shortText } from '../shared/schemas'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import type { AccountSettings } from '../wire'
import { accountQuery, saveAccount } from './account.queries'
import { t, useT } from './account.texts'
import { ChoiceField } from './choice-field'
import { currencies, dateFormats, timeFormats, timezones } from './choices'

/** As the server reads it: the scheme may be left out. */
const WEBSITE = /^(https?:\/\/)?[^\s/:@?#]+\.[^\s/:@?#]+(:\d{1,5})?([/?#]\S*)?$/

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('nameMissing') }),
  website: shortText(2000).refine((text) => text === '' || WEBSITE.test(text), { error: () => t('websiteWrong') }),
  address: shortText(500),
  timezone: z.string(),
  currency: z.string(),
  dateFormat: z.string(),
  timeFormat: z.string(),
})

type Values = z.infer<typeof schema>

export function AccountForm({ account }: { account: AccountSettings }) {
  const t = useT()
  const readAgain = useReadAgain()
  const save = useAction(saveAccount)
  const appearance = useAppearance('account')
  const settings = useSettingsForm<Values>({
    schema,
    values: valuesOf(account),
    current: async () => valuesOf(await readAgain((api) => accountQuery(api))),
    save: (changed) => save.run(changed),
    appearance: (name) => appearance(name === 'name' ? 'companyName' : name),
  })

  return (
    <SettingsCard title={t('details')} settings={settings}>
      <Field of={settings} name="name">
        {(input) => <TextField label={t('name')} autoComplete="organization" {...input} />}
      </Field>
      <Field of={settings} name="address">
        {(input) => <TextAreaField label={t('address')} optional minRows={2} {...input} />}
      </Field>
      <Field of={settings} name="website">
        {(input) => <TextField label={t('website')} optional type="url" {...input} />}
      </Field>
      <FieldRow>
        <Field of={settings} name="timezone">
          {(input) => <ChoiceField label={t('timezone')} help={t('timezoneHelp')} data={timezones()} {...input} />}
        </Field>
        <Field of={settings} name="currency">
          {(input) => <ChoiceField label={t('currency')} data={currencies()} {...input} />}
        </Field>
      </FieldRow>
      <FieldRow>
        <Field of={settings} name="dateFormat">
          {(input) => <ChoiceField label={t('dateFormat')} data={dateFormats()} {...input} />}
        </Field>
        <Field of={settings} name="timeFormat">
          {(input) => <ChoiceField label={t('timeFormat')} data={timeFormats()} {...input} />}
        </Field>
      </FieldRow>
    </SettingsCard>
  )
}

function valuesOf({ name, website, address, timezone, currency, dateFormat, timeFormat }: AccountSettings): Values {
  return {
    name,
    website: website ?? '',
    address: address ?? '',
    timezone: timezone ?? '',
    currency: currency ?? '',
    dateFormat: dateFormat ?? '',
    timeFormat: timeFormat ?? '',
  }
}
