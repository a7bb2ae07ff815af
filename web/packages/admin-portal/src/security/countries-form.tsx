import { fieldProps, InlineAlert } from '@gatehouse/ui'
import { MultiSelect, Radio, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { SettingsCard, useSettingsForm } from '../shared/settings-form'
import type { CountryConfig } from '../wire'
import { type CountryRules, countriesQuery, saveCountries } from './countries.queries'
import { countries, countryName } from './country-names'
import { ModeChoice } from './mode-choice'
import { useT } from './security.texts'
import { SwitchField } from './switch-field'
import { useLooks } from './use-looks'

const mode = z.enum(['ALLOW', 'BLOCK'])
const schema = z.object({
  enabled: z.boolean(),
  action: mode,
  failStrategy: mode,
  shouldSendRestrictionEmail: z.boolean(),
  countries: z.array(z.string()),
})

type Values = z.infer<typeof schema>

const valuesOf = (set: CountryConfig & CountryRules): Values => ({
  enabled: set.enabled,
  action: set.action,
  failStrategy: set.failStrategy,
  shouldSendRestrictionEmail: set.shouldSendRestrictionEmail,
  countries: [...set.countries],
})

export function CountriesForm({ set }: { set: CountryConfig & CountryRules }) {
  const t = useT()
  const looks = useLooks('fe.secure.write.countryRestrictions')
  const save = useAction(saveCountries)
  const all = useMemo(countries, [])
  const readAgain = useReadAgain()
  const { ownCountry } = set
  const settings = useSettingsForm<Values>({
    schema,
    values: valuesOf(set),
    current: async () => valuesOf(await readAgain((api) => countriesQuery(api))),
    save: (changed, base) =>
      save.run({ ...base, ...changed, ...(changed.countries && { baseCountries: base.countries }) }),
    appearance: () => looks('countryRestrictions'),
  })
  const [isOn, listed] = settings.form.watch(['enabled', 'countries'])
  return (
    <SettingsCard title={t('countries.title')} settings={settings}>
      <Field of={settings} name="enabled">
        {(input) => <SwitchField label={t('countries.active')} help={t('countries.activeHelp')} {...input} />}
      </Field>
      <Field of={settings} name="action">
        {({ value, onChange, readOnly }) => (
          <ModeChoice
            value={value}
            onChange={onChange}
            labels={{ ALLOW: t('countries.ALLOW'), BLOCK: t('countries.BLOCK') }}
            disabled={readOnly}
          />
        )}
      </Field>
      <Field of={settings} name="countries">
        {({ error, ...input }) => (
          <MultiSelect
            {...fieldProps({ label: t('countries.list'), error })}
            {...input}
            data={all}
            placeholder={t('countries.listPlaceholder')}
            nothingFoundMessage={t('countries.nothingFound')}
            searchable
            hidePickedOptions
            limit={50}
          />
        )}
      </Field>
      <Field of={settings} name="failStrategy">
        {({ value, onChange, readOnly }) => (
          <Radio.Group
            label={t('countries.fail')}
            value={value}
            onChange={(next) => onChange(next as Values['failStrategy'])}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="ALLOW" label={t('countries.failALLOW')} disabled={readOnly} />
              <Radio value="BLOCK" label={t('countries.failBLOCK')} disabled={readOnly} />
            </Stack>
          </Radio.Group>
        )}
      </Field>
      <Field of={settings} name="shouldSendRestrictionEmail">
        {(input) => <SwitchField label={t('countries.mail')} help={t('countries.mailHelp')} {...input} />}
      </Field>
      {isOn && listed.length === 0 && <InlineAlert tone="warning">{t('countries.empty')}</InlineAlert>}
      <Text c="dimmed">
        {ownCountry ? t('countries.own', { country: countryName(ownCountry) }) : t('countries.ownUnknown')}
      </Text>
    </SettingsCard>
  )
}
